"""Runs Python's ast and jurat side by side on the Python files of a folder and prints a Markdown table.

Standard library only.
"""

import argparse
import json
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUR_BENCH = ["cargo", "bench", "-p", "jurat-code", "--bench", "syntax"]


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
    option("folder", type=Path, help="a folder of source code")
    option("--rounds", default="3", help="how often each side measures")
    return parser.parse_args()


def compare(options):
    folder = options.folder.resolve()
    ours = figures([*OUR_BENCH, "--", folder, "--only", "py", "--json", "--rounds", options.rounds])
    theirs = figures([sys.executable, HERE / "walk.py", folder, "--rounds", options.rounds])
    print(f"| {ours['files']} files, {ours['megabytes']:.2f} MB | ast, Python {platform.python_version()} | jurat | ratio |")
    print("|---|--:|--:|--:|")
    print(f"| CPU s | {theirs['cpu_s']:.2f} | {ours['cpu_s']:.2f} | {theirs['cpu_s'] / ours['cpu_s']:.1f}x |")
    print(f"| MB a CPU s | {rate(theirs):.2f} | {rate(ours):.2f} | |")
    print(f"| peak MB | {theirs['peak_mb']:.0f} | {ours['peak_mb']:.0f} | |")
    for key in ("classes", "calls", "imports"):
        print(f"| {key} | {theirs[key]:,} | {ours[key]:,} | |")
    print(f"| files that do not parse | {theirs['failed']} | | |")


def rate(side):
    return side["megabytes"] / side["cpu_s"]


def figures(command):
    print("+", *command, file=sys.stderr, flush=True)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout.decode().strip().splitlines()[-1])


if __name__ == "__main__":
    main()
