"""Passages a CPU second by sentence-transformers, on the texts of `crates/llm/benches/encoder.rs`.

    python3 bench.py FOLDER [THREADS]

FOLDER holds all-MiniLM-L6-v2 in the form of sentence-transformers.
"""

import resource
import sys
import time

import torch
from sentence_transformers import SentenceTransformer

WORDS = [
    "orchard", "keeper", "water", "every", "tree", "before", "noon", "the", "of", "a",
    "ladder", "must", "inspect", "season", "harvest", "and", "register", "under", "section",
    "plum",
]


def text(seed, words):
    return " ".join(WORDS[(seed * 31 + n * n * 7 + n) % len(WORDS)] for n in range(words))


def main():
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    torch.set_num_threads(threads)
    model = SentenceTransformer(sys.argv[1], device="cpu")
    texts = [text(n, 10 + n * 37 % 101) for n in range(200)]
    for _ in range(3):
        wall, cpu = time.perf_counter(), time.process_time()
        model.encode(texts, batch_size=32, normalize_embeddings=True, show_progress_bar=False)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(f"sentence-transformers: {200 / wall:.1f} passages a second, {200 / cpu:.1f} a CPU second")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
