#!/usr/bin/env python3
"""Writes src/select/han_table.rs: traditional (and Japanese) Han characters with their simplified form.

  pip download --no-deps opencc-python-reimplemented==0.1.7 -d /tmp/opencc
  python3 benches/han_table.py /tmp/opencc/*.whl > src/select/han_table.rs

Source: the character dictionaries of OpenCC (https://github.com/BYVoid/OpenCC, Apache-2.0), as shipped
in the wheel. Only characters of the two blocks that are written in three UTF-8 bytes (U+3400-U+9FFF)
enter, on both sides: what lies outside is too rare to be worth the bytes.
"""
import sys, zipfile

HEADER = '''//! Traditional and Japanese forms of Han characters, each followed by its simplified form.
//!
//! Made by `benches/han_table.py` from the character dictionaries of OpenCC
//! (<https://github.com/BYVoid/OpenCC>, Copyright the OpenCC authors, Apache-2.0) as shipped in
//! opencc-python-reimplemented 0.1.7. Do not edit: run the script.

/// Pairs of (form, simplified form), one after the other, sorted by form.
#[rustfmt::skip]
pub(super) const PAIRS: &str = "\\
'''
PER_LINE = 24


def rows(wheel, name):
    for line in wheel.read(f"opencc/dictionary/{name}.txt").decode("utf-8-sig").splitlines():
        key, _, values = line.partition("\t")
        if values:
            yield key, values.split()


def common(*chars):
    return all(len(c) == 1 and "\u3400" <= c <= "\u9fff" for c in chars)


def table(wheel):
    simple = {k: v[0] for k, v in rows(wheel, "TSCharacters") if common(k, v[0]) and k not in v}
    targets = set(simple.values())
    for old, new in rows(wheel, "JPVariants"):  # 變 -> 変; both become 变
        for form in new:
            to = simple.get(old, old)
            if common(form, to) and form != to and form not in simple and form not in targets:
                simple[form] = to
    return {k: simple.get(v, v) for k, v in simple.items()}


def main():
    pairs = sorted(table(zipfile.ZipFile(sys.argv[1])).items())
    lines = ["".join(a + b for a, b in pairs[i : i + PER_LINE]) for i in range(0, len(pairs), PER_LINE)]
    print(HEADER + "\\\n".join(lines) + '";')


if __name__ == "__main__":
    main()
