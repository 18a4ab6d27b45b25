"""Runs bm25s and jurat side by side on the same passages and queries; prints Markdown tables.

Standard library only. bm25s is measured on both of its backends, numpy (its default) and numba.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Before our own folder, whose script has the same name.
sys.path.insert(0, str(HERE.parent / "chroma"))
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
        for backend in sides["theirs"]:
            pair = {"theirs": sides["theirs"][backend], "ours": sides["ours"]}
            print(chroma.as_markdown(size, pair, ROWS, f"bm25s, {backend}"))


def both(size):
    place = chroma.target() / "peers"
    python = chroma.environment(place / "bm25s", HERE / "requirements.txt")
    data, work = place / f"data-{size}", place / "tmp"
    work.mkdir(parents=True, exist_ok=True)
    common = ["--data", data, "--size", str(size)]
    chroma.run([python, HERE / "bench.py", "make", *common])
    theirs = {}
    for backend in ("numpy", "numba"):
        command = [python, HERE / "bench.py", "measure", *common, "--work", work, "--backend", backend]
        theirs[backend] = json.loads(chroma.run(command, subprocess.PIPE).stdout.splitlines()[-1])
    return {"theirs": theirs, "ours": chroma.our_side(common, work)}


if __name__ == "__main__":
    main()
