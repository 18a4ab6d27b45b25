"""Runs eyecite on a text and prints its figures as JSON: MB per CPU second, and exact spans."""

import argparse
import json
import time
from pathlib import Path

from eyecite import get_citations

SMALL = 20_000


def main():
    options = parse()
    text = Path(options.text).read_text()
    small = [text[at : at + SMALL] for at in range(0, len(text), SMALL)]
    get_citations("1 U.S. 1")
    result = {
        "small_mb_per_cpu_s": rate(small),
        "large_mb_per_cpu_s": rate([text]),
        "spans": [spans(one) for one in json.loads(Path(options.texts).read_text())],
    }
    print(json.dumps(result))


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", required=True, help="a long text")
    parser.add_argument("--texts", required=True, help="a JSON list of short texts")
    return parser.parse_args()


def rate(texts):
    began = time.process_time()
    for text in texts:
        get_citations(text)
    spent = time.process_time() - began
    return sum(len(text.encode()) for text in texts) / 1e6 / spent


def spans(text):
    """Both of eyecite's readings count: the bare citation, and with what belongs to it."""
    found = get_citations(text)
    return sorted({pair for one in found for pair in (one.span(), one.full_span())})


if __name__ == "__main__":
    main()
