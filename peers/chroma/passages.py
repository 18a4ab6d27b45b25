"""Makes passages, vectors and queries, the same for every seed: made-up words, clustered vectors.

Needs numpy. Passages have about sixty words of a vocabulary in which few words are frequent, as in
any language; a query is eight words of one passage. A vector lies near one of 200 centres; a query's
vector lies near a passage's.
"""

import json
from pathlib import Path

import numpy

WIDE = 384
CENTRES = 200
WORDS = 20_000
QUERIES = 300
SYLLABLES = "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se".split()


def make(folder, size, seed=7):
    """Written once for a size; whoever comes second finds it there."""
    folder = Path(folder)
    done = folder / "made.json"
    wanted = {"size": size, "seed": seed, "version": 1}
    if done.exists() and json.loads(done.read_text()) == wanted:
        return
    folder.mkdir(parents=True, exist_ok=True)
    chance = numpy.random.default_rng(seed)
    passages = texts(chance, size)
    (folder / "passages.txt").write_text("\n".join(passages) + "\n")
    vectors = clustered(chance, size)
    vectors.tofile(folder / "vectors.f32")
    near = chance.integers(0, size, QUERIES)
    noisy = vectors[near] + chance.normal(0, 0.6 / WIDE**0.5, (QUERIES, WIDE))
    unit(noisy).astype("<f4").tofile(folder / "queries.f32")
    asked = [" ".join(chance.choice(passages[n].rstrip(".").split(), 8)) for n in near]
    (folder / "queries.txt").write_text("\n".join(asked) + "\n")
    done.write_text(json.dumps(wanted))


def texts(chance, size):
    words = ["".join(SYLLABLES[(n // 30**k) % 30] for k in range(4)) for n in range(WORDS)]
    chance.shuffle(words)
    weights = 1.0 / numpy.arange(1, WORDS + 1)
    lengths = chance.integers(20, 100, size)
    drawn = chance.choice(WORDS, int(lengths.sum()), p=weights / weights.sum())
    out, at = [], 0
    for length in lengths:
        out.append(" ".join(words[n] for n in drawn[at : at + length]) + ".")
        at += length
    return out


def clustered(chance, size):
    centres = chance.normal(0, 1, (CENTRES, WIDE))
    rows = centres[chance.integers(0, CENTRES, size)] + chance.normal(0, 1, (size, WIDE))
    return unit(rows).astype("<f4")


def unit(rows):
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def read(folder, size):
    """Passages, vectors, queries and their vectors."""
    folder = Path(folder)
    lines = lambda name: (folder / name).read_text().splitlines()
    numbers = lambda name: numpy.fromfile(folder / name, "<f4").reshape(-1, WIDE)
    return lines("passages.txt")[:size], numbers("vectors.f32")[:size], lines("queries.txt"), numbers("queries.f32")


def recall(folder, size, found):
    """The share of the true ten nearest that were found; equals of the tenth count as well."""
    _, vectors, _, queries = read(folder, size)
    shares = []
    for query, rows in zip(queries, found):
        scores = vectors @ query
        tenth = numpy.partition(scores, -10)[-10]
        # Sums of f32 differ in their last digits from one order to another.
        shares.append(sum(scores[row] >= tenth - 1e-6 for row in rows[:10]) / 10)
    return float(numpy.mean(shares))
