#!/usr/bin/env python3
"""Writes the table of speeds into README.md: each command against the least that any program must do.

  benches/speed.py [--mem target/release/mem] [--runs 15] [--print]

The least is a C program that lists a directory and asks for the state of every file, which is what it takes to know that
nothing has changed. Runs alternate, the figure is the median of the ratios of neighbours: a busy machine slows both.
Needs python3 and a C compiler; makes its stores in the temporary directory.
"""
import argparse, os, pathlib, random, shutil, statistics, subprocess, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
START, END = "<!-- speed -->\n", "<!-- /speed -->"

FLOOR = r"""
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int fd = argc > 2 ? open(argv[2], O_RDONLY | O_DIRECTORY) : -1;
    if (fd < 0) return 0;
    DIR *dir = fdopendir(fd);
    static char page[4096];
    long bytes = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct stat state;
        if (!strstr(entry->d_name, ".md") || fstatat(fd, entry->d_name, &state, 0)) continue;
        bytes += state.st_size;
        if (*argv[1] != 'r') continue;
        int file = openat(fd, entry->d_name, O_RDONLY);
        if (file >= 0) bytes += read(file, page, sizeof page), close(file);
    }
    return bytes < 0;
}
"""

WORDS = "deploy staging database migration cache queue token session release branch merge review flaky retry worker".split()


def store(folder, size):
    """As many memories, of the length that they mostly have."""
    chance = random.Random(size)
    folder.mkdir()
    for n in range(size):
        words = [chance.choice(WORDS) + str(chance.randrange(400)) for _ in range(int(chance.lognormvariate(5.6, 0.9)))]
        head = f"---\nname: {' '.join(words[:4])}\ndescription: {' '.join(words[:16])}\ntype: project\n---\n\n"
        (folder / f"project_{n:06}.md").write_text(head + " ".join(words) + "\n")
    (folder / "MEMORY.md").write_text("# Memory\n")
    return " ".join(WORDS[n] + str(n * 7) for n in range(6))


def seconds(command, env, cwd):
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, cwd=cwd)
    return time.perf_counter() - start


def ratio(command, least, env, cwd, runs, before):
    def pair():
        before()
        return seconds(command, env, cwd) / seconds(least, env, cwd)

    pair(), pair()
    return statistics.median(pair() for _ in range(runs))


def measure(mem, runs, work):
    (home := work / "home").mkdir()
    (work / "least.c").write_text(FLOOR)
    least = work / "least"
    subprocess.run(["cc", "-O2", "-o", least, work / "least.c"], check=True)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    rows = {}
    for size in (200, 10_000):
        folder = work / f"store{size}"
        prompt = store(folder, size)
        time.sleep(2.5)  # Younger files are rightly not trusted by a cache.
        here = [mem, "--dir", folder]
        recall = [*here, "recall", "--selector", "local", "--json", prompt]
        for what, command, against, before in (
            ("`recall`, the first time", recall, "read", lambda: shutil.rmtree(home / ".cache", ignore_errors=True)),
            ("`recall`", recall, "stat", lambda: None),
            ("`ls --json`", [*here, "ls", "--json"], "stat", lambda: None),
            ("`reindex --check`", [*here, "reindex", "--check"], "stat", lambda: None),
        ):
            figure = ratio(command, [least, against, folder], env, work, runs, before)
            rows.setdefault((what, against), []).append(f"{figure:.1f}")
    return rows


def table(rows):
    lines = ["| command | the least | 200 memories | 10,000 |", "|---|---|---|---|"]
    least = {"stat": "list, ask for the state of each file", "read": "that, and read 4 KiB of each"}
    lines += [f"| {what} | {least[against]} | {' | '.join(figures)} |" for (what, against), figures in rows.items()]
    return "\n".join(lines) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--mem", default=ROOT / "target/release/mem", type=pathlib.Path)
    options.add_argument("--runs", default=15, type=int)
    options.add_argument("--print", action="store_true", help="print the table and leave README.md alone")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="mem-speed-", ignore_cleanup_errors=True) as work:
        made = table(measure(asked.mem.resolve(), asked.runs, pathlib.Path(work)))
    print(made, end="")
    readme = ROOT / "README.md"
    text = readme.read_text()
    if not asked.print:
        before, rest = text.split(START, 1)
        readme.write_text(before + START + made + rest[rest.index(END):])


if __name__ == "__main__":
    main()
