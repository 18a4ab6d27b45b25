"""Measures bm25s, with the stemmer and stop words of English, and prints one JSON object."""

import argparse
import json
import platform
import shutil
import sys
import time
from pathlib import Path

import numpy

sys.path.append(str(Path(__file__).resolve().parents[1] / "chroma"))
import passages


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["make", "measure"])
    parser.add_argument("--data", required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--work")
    parser.add_argument("--backend", choices=["numpy", "numba"], default="numpy")
    options = parser.parse_args()
    if options.task == "make":
        passages.make(options.data, options.size)
        return
    print(json.dumps(measure(options, Path(options.work) / "bm25s")))


def measure(options, folder):
    import bm25s
    import Stemmer

    texts, _, queries, _ = passages.read(options.data, options.size)
    stemmer = Stemmer.Stemmer("english")
    tokens = lambda words: bm25s.tokenize(words, stopwords="en", stemmer=stemmer, show_progress=False)
    shutil.rmtree(folder, ignore_errors=True)
    cpu, wall = time.process_time(), time.perf_counter()
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend=options.backend)
    index.index(tokens(texts), show_progress=False)
    index.save(str(folder))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    result = {
        "ingest_per_cpu_s": options.size / cpu,
        "ingest_per_s": options.size / wall,
        "words_bytes": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()),
    }

    def ask(query):
        # One at a time, from the words to the ten best, as on the other side.
        return index.retrieve(tokens([query]), k=10, show_progress=False, n_threads=0)

    for query in queries[:20]:
        ask(query)
    times, spent = [], time.process_time()
    for query in queries:
        start = time.perf_counter()
        ask(query)
        times.append((time.perf_counter() - start) * 1e3)
    spent = (time.process_time() - spent) * 1e3 / len(queries)
    p50, p95 = numpy.percentile(times, [50, 95])
    result |= {"words_p50_ms": p50, "words_p95_ms": p95, "words_cpu_ms": spent}
    result["versions"] = {"bm25s": bm25s.__version__, "backend": options.backend, "python": platform.python_version()}
    return result


if __name__ == "__main__":
    main()
