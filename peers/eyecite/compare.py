"""Runs eyecite and jurat side by side on the same text and prints a Markdown table.

Standard library only. `--data DIR` adds exact spans on the gold file and on rows of its origin.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUR_BENCH = ["cargo", "bench", "-p", "jurat-text", "--bench", "citations"]


def main():
    options = parse()
    try:
        compare(options)
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: `{' '.join(map(str, failure.cmd))}` ended with {failure.returncode}")
    except (OSError, ValueError) as failure:
        sys.exit(f"error: {failure}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    option = parser.add_argument
    option("--data", metavar="DIR", help="the data folder, for exact spans")
    return parser.parse_args()


def compare(options):
    place = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "peers"
    place.mkdir(parents=True, exist_ok=True)
    long_text, texts = place / "citations.txt", place / "citations.json"
    rows = gold(options.data) if options.data else []
    texts.write_text(json.dumps([row["text"] for row in rows]))
    run([*OUR_BENCH, "--", "--write", long_text])
    python = environment(place / "eyecite")
    theirs = live(python, long_text, texts)
    ours = read_ours(long_text, texts)
    print("| measure | eyecite | jurat | ratio |\n|---|---|---|---|")
    for key in ("small_mb_per_cpu_s", "large_mb_per_cpu_s"):
        print(f"| {key} | {theirs[key]:.3f} | {ours[key]:.1f} | {ours[key] / theirs[key]:.0f} |")
    for name in sorted({row["set"] for row in rows}):
        at = [i for i, row in enumerate(rows) if row["set"] == name]
        total = sum(len(rows[i]["spans"]) for i in at)
        hits = [exact(side["spans"], rows, at) for side in (theirs, ours)]
        print(f"| exact spans, {name} ({total}) | {hits[0]} | {hits[1]} | |")


def exact(found, rows, at):
    return sum(len(set(map(tuple, found[i])) & set(rows[i]["spans"])) for i in at)


def gold(folder):
    """Texts with the code points of their gold spans."""
    data = Path(folder)
    rows = []
    for one in json.loads((data / "citations/gold_citations.json").read_text())["pos"]:
        spans, at = [], 0
        for span in one["spans"]:
            start = one["text"].index(span["match"], at)
            at = start + len(span["match"])
            spans.append((start, at))
        rows.append({"set": "gold file", "text": one["text"], "spans": spans})
    with open(data / "dev/citations_extract.jsonl", newline="\n") as lines:
        for line in lines:
            row = json.loads(line)
            if row["dataset"].startswith("eyecite"):
                spans = [(one["start"], one["end"]) for one in row["citations"]]
                rows.append({"set": row["dataset"], "text": row["text"], "spans": spans})
    return rows


def live(python, long_text, texts):
    command = [python, HERE / "bench.py", "--text", long_text, "--texts", texts]
    return json.loads(run(command, stdout=subprocess.PIPE).stdout)


def read_ours(long_text, texts):
    options = ["--text", long_text, "--texts", texts, "--json"]
    return json.loads(run([*OUR_BENCH, "--", *options], stdout=subprocess.PIPE).stdout)


def environment(folder):
    """The copy of the requirements is written last: a half-made environment is made again."""
    python, installed = folder / "bin" / "python", folder / "installed.txt"
    wanted = (HERE / "requirements.txt").read_text()
    if not installed.exists() or installed.read_text() != wanted:
        run([sys.executable, "-m", "venv", "--clear", folder])
        run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"])
        installed.write_text(wanted)
    return python


def run(command, stdout=sys.stderr):
    print("+", *command, file=sys.stderr, flush=True)
    return subprocess.run(command, cwd=ROOT, stdout=stdout, check=True)


if __name__ == "__main__":
    main()
