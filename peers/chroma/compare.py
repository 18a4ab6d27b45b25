"""Runs ChromaDB and jurat side by side on the same passages and vectors; prints a Markdown table.

Standard library only; what is measured, and how, stands in bench.py and in the README.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUR_BENCH = ["cargo", "bench", "-p", "jurat-retrieve", "--bench", "peers"]
# How many times better we must be; recall is an absolute bound of ours.
ROWS = [
    ("ingest_per_cpu_s", 10, "more"),
    ("ingest_per_s", None, "more"),
    ("dense_p50_ms", None, "less"),
    ("dense_p95_ms", 5, "less"),
    ("dense_cpu_ms", None, "less"),
    ("dense_recall", None, "more"),
    ("index_bytes", 2, "less"),
]


def main():
    options = parse()
    try:
        rounds = {size: both(size, options.json) for size in options.sizes}
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: `{' '.join(map(str, failure.cmd))}` ended with {failure.returncode}")
    if options.json:
        print(json.dumps(rounds, indent=2))
        return
    for size, sides in rounds.items():
        print(as_markdown(size, sides))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sizes = lambda text: [int(size) for size in text.split(",")]
    parser.add_argument("--sizes", type=sizes, default=[20_000], help="as in 20000,200000")
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    return parser.parse_args()


def both(size, _json):
    place = target() / "peers"
    python = environment(place / "chroma", HERE / "requirements.txt")
    data, work = place / f"data-{size}", place / "tmp"
    work.mkdir(parents=True, exist_ok=True)
    common = ["--data", data, "--size", str(size)]
    run([python, HERE / "bench.py", "make", *common])
    measured = run([python, HERE / "bench.py", "measure", *common, "--work", work], subprocess.PIPE)
    theirs = json.loads(measured.stdout.splitlines()[-1])
    ours = our_side(common, work)
    recall = [python, HERE / "bench.py", "recall", *common, "--found", work / "jurat.json"]
    ours["dense_recall"] = float(run(recall, subprocess.PIPE).stdout)
    return {"theirs": theirs, "ours": ours}


def our_side(common, work):
    result = work / "jurat.json"
    result.unlink(missing_ok=True)
    run([*OUR_BENCH, "--", *common, "--work", work, "--json", result])
    return json.loads(result.read_text())


def target():
    # Cargo reads a relative path from where it is started, which is the root here.
    return ROOT / os.environ.get("CARGO_TARGET_DIR", "target")


def environment(folder, requirements):
    """The copy of the requirements is written last: a half-made environment is made again."""
    python, installed = folder / "bin" / "python", folder / "installed.txt"
    wanted = requirements.read_text()
    if not installed.exists() or installed.read_text() != wanted:
        run([sys.executable, "-m", "venv", "--clear", folder])
        run([python, "-m", "pip", "install", "--quiet", "-r", requirements])
        installed.write_text(wanted)
    return python


def run(command, stdout=sys.stderr):
    print("+", *command, file=sys.stderr, flush=True)
    return subprocess.run(list(map(str, command)), cwd=ROOT, stdout=stdout, check=True, text=True)


def as_markdown(size, sides, rows=ROWS, peer="ChromaDB"):
    lines = [f"{size:,} passages", "", f"| key | {peer} | jurat | ratio | target | outcome |"]
    lines.append("|---|--:|--:|--:|--:|---|")
    for key, times, better in rows:
        theirs, ours = sides["theirs"].get(key), sides["ours"].get(key)
        ratio = None
        if theirs and ours:
            ratio = ours / theirs if better == "more" else theirs / ours
        goal = f">= {times}x" if times else ""
        outcome = "" if not times else "not measured" if ratio is None else "met" if times <= ratio else "missed"
        shown = [number(theirs), number(ours), f"{ratio:,.1f}x" if ratio else "", goal, outcome]
        lines.append(f"| `{key}` | " + " | ".join(shown) + " |")
    versions = sides["theirs"].get("versions", {})
    return "\n".join([*lines, "", "- " + ", ".join(f"{k} {v}" for k, v in versions.items()), ""])


def number(value):
    if value is None:
        return ""
    return f"{value:,.0f}" if 100 <= abs(value) else f"{value:.3g}"


if __name__ == "__main__":
    main()
