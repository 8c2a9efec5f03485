#!/usr/bin/env python3
"""Judges real stores whose memories were labelled by hand, and prints what the rules are worth.

  python3 benches/lint_labels.py --mem target/release/mem --stores DIR labels.jsonl stores.jsonl

`stores.jsonl` has a line a store: repo (owner/name) and memory_dir. DIR holds their work trees, each in a folder
`owner+name` or `owner/name`. `labels.jsonl` has a line a memory: repo, memory_dir, file, label (keep or violates),
severity (major or minor), rules (the words for what is wrong). Not for CI: nothing of the stores is ours to keep.

Two tables. By rule: findings in labelled memories, how many of these violate anything (precision), how many violate
what the rule looks for (match), and the share of such memories that it finds (recall). Then the figures that count:
good memories with a finding of level warning or higher, bad ones (major) without. `--show` lists both.
"""
import argparse, collections, json, os, pathlib, subprocess, sys

# Which labels a rule looks for, by the beginning of its code.
LOOKS_FOR = {
    "D101": {"file_structure"}, "D201": {"code_pattern"}, "D301": {"git_history"}, "D401": {"duplicate_of_docs"},
    "D501": {"debugging_recipe"}, "D601": {"ephemeral"}, "D701": {"code_pattern"}, "D801": {"code_pattern"},
    "S": {"stale", "relative_date"}, "T10": {"missing_why_how", "wrong_type"}, "L105": {"too_long"},
    "U": {"duplicate"}, "F101": {"no_frontmatter"},
}
COUNTS = ("warning", "error")


def jsonl(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]


def judge(mem, tree, memory_dir, cache):
    """The findings of a store, a list a file."""
    env = {"PATH": os.environ["PATH"], "HOME": str(cache), "XDG_CACHE_HOME": str(cache)}
    command = [mem, "--dir", str(tree / memory_dir), "lint", "--json"]
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, errors="replace")
    if done.returncode not in (0, 1):
        sys.exit(f"{tree}: {done.stderr}")
    found = collections.defaultdict(list)
    for finding in json.loads(done.stdout)["findings"]:
        found[finding["file"]].append(finding)
    return found


def looks_for(code):
    fits = [start for start in LOOKS_FOR if code.startswith(start)]
    return LOOKS_FOR[max(fits, key=len)] if fits else set()


def share(part, whole):
    return f"{part / whole:.2f}" if whole else "  - "


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels")
    parser.add_argument("stores_list")
    parser.add_argument("--mem", default="target/release/mem")
    parser.add_argument("--stores", required=True, type=pathlib.Path, help="folder of the work trees")
    parser.add_argument("--cache", default="/tmp/mem-lint-labels", type=pathlib.Path)
    parser.add_argument("--show", action="store_true", help="list good memories found and bad ones not found")
    args = parser.parse_args()
    mem = str(pathlib.Path(args.mem).resolve())
    args.cache.mkdir(parents=True, exist_ok=True)

    found, everything = {}, collections.Counter()
    for store in jsonl(args.stores_list):
        folders = (args.stores / store["repo"].replace("/", "+"), args.stores / store["repo"])
        tree = next((folder for folder in folders if folder.is_dir()), None)
        if tree is None:
            print(f"{store['repo']} is not there", file=sys.stderr)
            continue
        findings = judge(mem, tree.resolve(), store["memory_dir"], args.cache)
        found[store["repo"], store["memory_dir"]] = findings
        everything.update((f["code"], f["level"]) for each in findings.values() for f in each)
    labels = [label for label in jsonl(args.labels) if (label["repo"], label["memory_dir"]) in found]

    def of(label):
        return found[label["repo"], label["memory_dir"]].get(label["file"], [])

    def codes(label, levels=("info", *COUNTS)):
        return {finding["code"] for finding in of(label) if finding["level"] in levels}

    print(f"{'rule':5} {'level':8} {'all':>6} {'labelled':>8} {'precision':>9} {'match':>6} {'recall':>6}")
    for code, level in sorted(everything):
        hit = [label for label in labels if code in codes(label)]
        bad = [label for label in hit if label["label"] == "violates"]
        meant = looks_for(code)
        right = [label for label in hit if meant & set(label["rules"])]
        wanted = [label for label in labels if meant & set(label["rules"])]
        print(f"{code:5} {level:8} {everything[code, level]:6} {len(hit):8} {share(len(bad), len(hit)):>9} "
              f"{share(len(right), len(hit)):>6} {share(len(right), len(wanted)):>6}")

    keep = [label for label in labels if label["label"] == "keep"]
    major = [label for label in labels if label["label"] == "violates" and label.get("severity") == "major"]
    flagged = [label for label in keep if codes(label, COUNTS)]
    caught = [label for label in major if codes(label, COUNTS)]
    derived = [label for label in major if any(code.startswith("D") for code in codes(label, COUNTS))]
    print(f"\nkeep, with a warning or more: {len(flagged)} of {len(keep)} = {share(len(flagged), len(keep))}")
    print(f"violates, major, with a warning or more: {len(caught)} of {len(major)} = {share(len(caught), len(major))}")
    print(f"violates, major, with a warning of group D: {len(derived)} of {len(major)} = {share(len(derived), len(major))}")
    if args.show:
        for title, which in (("good and found", flagged), ("bad and not found", [x for x in major if x not in caught])):
            print(f"\n{title}:")
            for label in which:
                print(f"  {label['repo']} {label['file']} {sorted(codes(label))} {label['rules']} {label['reason']}")


if __name__ == "__main__":
    main()
