"""Runs bm25s and jurat side by side on the same passages and queries; prints a Markdown table.

Standard library only. bm25s is measured on both of its backends; the better one counts.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "chroma"))
import compare as chroma

ROWS = [
    ("words_p50_ms", 2, "less"),
    ("words_p95_ms", None, "less"),
    ("words_cpu_ms", 2, "less"),
    ("words_bytes", None, "less"),
]


def main():
    options = chroma.parse()
    try:
        rounds = {size: both(size) for size in options.sizes}
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: `{' '.join(map(str, failure.cmd))}` ended with {failure.returncode}")
    if options.json:
        print(json.dumps(rounds, indent=2))
        return
    for size, sides in rounds.items():
        print(chroma.as_markdown(size, sides, ROWS, "bm25s"))


def both(size):
    place = chroma.target() / "peers"
    python = chroma.environment(place / "bm25s", HERE / "requirements.txt")
    data, work = place / f"data-{size}", place / "tmp"
    work.mkdir(parents=True, exist_ok=True)
    common = ["--data", data, "--size", str(size)]
    chroma.run([python, HERE / "bench.py", "make", *common])
    measured = []
    for backend in ("numpy", "numba"):
        command = [python, HERE / "bench.py", "measure", *common, "--work", work, "--backend", backend]
        measured.append(json.loads(chroma.run(command, subprocess.PIPE).stdout.splitlines()[-1]))
    theirs = min(measured, key=lambda side: side["words_cpu_ms"])
    return {"theirs": theirs, "backends": measured, "ours": chroma.our_side(common, work)}


if __name__ == "__main__":
    main()
