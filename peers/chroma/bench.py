"""Measures ChromaDB on what passages.py makes, and prints one JSON object."""

import argparse
import json
import platform
import shutil
import time
from pathlib import Path

import numpy

import passages

BATCH = 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["make", "measure", "recall"])
    parser.add_argument("--data", required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--work", help="where the database goes")
    parser.add_argument("--found", help="a file with the key `dense_found`")
    options = parser.parse_args()
    if options.task == "make":
        passages.make(options.data, options.size)
    elif options.task == "recall":
        found = json.loads(Path(options.found).read_text())["dense_found"]
        print(passages.recall(options.data, options.size, found))
    else:
        print(json.dumps(measure(options.data, options.size, Path(options.work) / "chroma")))


def measure(data, size, folder):
    import chromadb

    texts, vectors, _, queries = passages.read(data, size)
    shutil.rmtree(folder, ignore_errors=True)
    settings = chromadb.Settings(anonymized_telemetry=False)
    cpu, wall = time.process_time(), time.perf_counter()
    client = chromadb.PersistentClient(str(folder), settings)
    rows = client.create_collection("passages", configuration={"hnsw": {"space": "cosine"}})
    for at in range(0, size, BATCH):
        end = min(at + BATCH, size)
        ids = [f"p{n}" for n in range(at, end)]
        metadata = [{"kind": "statute", "n": n} for n in range(at, end)]
        rows.add(ids=ids, embeddings=vectors[at:end], documents=texts[at:end], metadatas=metadata)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    result = {
        "ingest_per_cpu_s": size / cpu,
        "ingest_per_s": size / wall,
        "index_bytes": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()),
    }
    ask = lambda query: rows.query(query_embeddings=[query], n_results=10, include=["distances"])
    for query in queries[:20]:
        ask(query)
    times, found, spent = [], [], time.process_time()
    for query in queries:
        start = time.perf_counter()
        answer = ask(query)
        times.append((time.perf_counter() - start) * 1e3)
        found.append([int(name[1:]) for name in answer["ids"][0]])
    spent = (time.process_time() - spent) * 1e3 / len(queries)
    p50, p95 = numpy.percentile(times, [50, 95])
    result |= {"dense_p50_ms": p50, "dense_p95_ms": p95, "dense_cpu_ms": spent}
    result["dense_recall"] = passages.recall(data, size, found)
    result["versions"] = {"chromadb": chromadb.__version__, "python": platform.python_version()}
    return result


if __name__ == "__main__":
    main()
