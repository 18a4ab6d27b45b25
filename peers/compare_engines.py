"""Runs another engine and jurat side by side and prints a Markdown table of ratios.

Standard library only; what is measured, and how, stands in the bench.py and README of the peer's
folder.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEERS = {"langgraph": "LangGraph", "dbos": "DBOS"}
OUR_BENCH = ["cargo", "bench", "-p", "jurat-store", "--bench", "engine"]
FLAT = "step_us_at_10000 / step_us_at_100"


class Row(NamedTuple):
    """One line of the table: `times` asks for a ratio, `most` for an absolute bound of ours."""

    key: str
    times: float | None = None
    most: float | None = None


ROWS = [
    Row("step_memory_cpu_us", times=100),
    Row("step_normal_cpu_us", times=30),
    Row("run_full_wall_ms", times=5),
    Row("run_full_wall_min_ms"),
    Row("run_full_commits", most=8),
    Row("concurrent64_full_steps_per_s", times=40),
    Row("fanout1000_durable_ms", times=100),
    Row("state10mb_bytes_per_step", most=1000),
    Row("grow10mb_amplification", most=1.2),
    Row("start_ms", most=50),
    Row("start_rss_mb", most=20),
    Row("list1000_ms", most=5),
    Row("step_us_at_100"),
    Row("step_us_at_10000"),
    Row(FLAT, most=1.25),
]
# Sizes hardly vary and long loops are slow: the peer measures these in the first round only.
ONCE = {
    "state10mb_bytes_per_step",
    "grow10mb_amplification",
    "step_us_at_100",
    "step_us_at_10000",
    FLAT,
}


def main():
    options = parse()
    try:
        rounds = collect(options)
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: `{' '.join(map(str, failure.cmd))}` ended with {failure.returncode}")
    except (OSError, ValueError) as failure:
        sys.exit(f"error: {failure}")
    lines, name = table(rounds), PEERS[options.peer]
    print(as_json(lines, rounds, name) if options.json else as_markdown(lines, rounds, name))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    option = parser.add_argument
    option("--peer", choices=PEERS, default="langgraph", help="the other engine")
    option("--ours", metavar="FILE", help="use this result of our bench instead of running it")
    option("--theirs", metavar="FILE", help="use this output of bench.py instead of running it")
    option("--quick", action="store_true", help="fewer repetitions of bench.py")
    option("--json", action="store_true", help="print JSON instead of Markdown")
    return parser.parse_args()


# Running both sides.


def collect(options):
    """Two rounds in opposite order: a slow spell of the machine should not hit one side only."""
    place = target() / "peers"
    theirs = from_file(options.theirs) if options.theirs else live_theirs(place, options)
    ours = from_file(options.ours) if options.ours else live_ours(place)
    first = {"theirs": theirs([]), "ours": ours([])}
    if options.ours or options.theirs:
        return [first]
    again = [row.key for row in ROWS if row.key not in ONCE]
    second = {"ours": ours(again), "theirs": theirs(again)}
    return [first, second]


def target():
    # Cargo reads a relative path from where it is started, which is the root here.
    return ROOT / os.environ.get("CARGO_TARGET_DIR", "target")


def from_file(path):
    return lambda _: read(path)


def read(path):
    result = json.loads(Path(path).read_text())
    if not isinstance(result, dict):
        raise ValueError(f"`{path}` holds no JSON object")
    return result


def live_theirs(place, options):
    home = HERE / options.peer
    python = environment(place / options.peer, home / "requirements.txt")
    command = [python, home / "bench.py"] + (["--quick"] if options.quick else [])

    def measure(keys):
        only = ["--only", ",".join(keys)] if keys else []
        output = run([*command, *only], same_disk(place), stdout=subprocess.PIPE)
        return json.loads(output.stdout)

    return measure


def environment(folder, requirements):
    """The copy of the requirements is written last: a half-made environment is made again."""
    python, installed = folder / "bin" / "python", folder / "installed.txt"
    wanted = requirements.read_text()
    if not installed.exists() or installed.read_text() != wanted:
        run([sys.executable, "-m", "venv", "--clear", folder])
        run([python, "-m", "pip", "install", "--quiet", "-r", requirements])
        installed.write_text(wanted)
    return python


def live_ours(place):
    run([*OUR_BENCH, "--no-run"])
    result = place / "jurat.json"

    def measure(_):
        result.unlink(missing_ok=True)
        run([*OUR_BENCH, "--", "--json", result], same_disk(place))
        return read(result)

    return measure


def same_disk(place):
    """A temporary folder may lie in memory, where a sync costs nothing; both sides get this one."""
    folder = place / "tmp"
    folder.mkdir(parents=True, exist_ok=True)
    return {"TMPDIR": str(folder)}


def run(command, environ=None, stdout=sys.stderr):
    print("+", *command, file=sys.stderr, flush=True)
    environ = {**os.environ, **(environ or {})}
    return subprocess.run(command, cwd=ROOT, env=environ, stdout=stdout, check=True)


# Comparing.


def table(rounds):
    rounds = [{side: with_flat(result) for side, result in pair.items()} for pair in rounds]
    ours = {key for pair in rounds for key in pair["ours"]}
    external = sorted(key for key in ours if key.startswith("external_"))
    lines = [compared(row, rounds) for row in ROWS] + [same_promise(key, rounds) for key in external]
    # What a peer's bench does not know is not its row.
    return [line for line in lines if line["peer"] is not None]


def with_flat(result):
    near, far = result.get("step_us_at_100"), result.get("step_us_at_10000")
    return {**result, FLAT: far / near} if near and far else result


def compared(row, rounds):
    """Only rounds that measured both sides count: a second try must not favour one of them."""
    both = [pair for pair in rounds if all(side.get(row.key) is not None for side in pair.values())]
    # Where no round has both, one side alone is still worth showing.
    shown = both or rounds
    theirs, ours = (best(row.key, [pair[side] for pair in shown]) for side in ("theirs", "ours"))
    times = ratio(row.key, theirs, ours)
    return line(row.key, theirs, ours, times, target_text(row), outcome(row, ours, times))


def same_promise(key, rounds):
    """Ours with a commit for every step, beside theirs, which always commits for every step."""
    theirs = best(key.removeprefix("external_"), [pair["theirs"] for pair in rounds])
    ours = best(key, [pair["ours"] for pair in rounds])
    return line(key, theirs, ours, ratio(key, theirs, ours), None, None)


def line(key, theirs, ours, times, target, outcome):
    return {
        "key": key,
        "peer": theirs,
        "jurat": ours,
        "ratio": times,
        "target": target,
        "outcome": outcome,
    }


def best(key, results):
    values = [result[key] for result in results if result.get(key) is not None]
    if not values:
        return None
    return max(values) if more_is_better(key) else min(values)


def more_is_better(key):
    return key.endswith("_per_s")


def ratio(key, theirs, ours):
    # How many times flatter means nothing.
    if theirs is None or ours is None or key == FLAT:
        return None
    above, below = (ours, theirs) if more_is_better(key) else (theirs, ours)
    return above / below if below else None


def target_text(row):
    if row.times:
        return f">= {row.times:g}x"
    return f"<= {row.most:g}" if row.most else None


def outcome(row, ours, times):
    if not row.times and not row.most:
        return None
    value = times if row.times else ours
    if value is None:
        return "not measured"
    met = row.times <= value if row.times else value <= row.most
    return "met" if met else "missed"


# Printing.


def as_json(lines, rounds, name):
    return json.dumps({"rows": lines, "rounds": rounds, "notes": notes(rounds, name)}, indent=2)


def as_markdown(lines, rounds, name):
    head = [f"| key | {name} | jurat | ratio | target | outcome |", "|---|--:|--:|--:|--:|---|"]
    body = ["| " + " | ".join(cells(line)) + " |" for line in lines]
    return "\n".join(head + body + [""] + [f"- {note}" for note in notes(rounds, name)])


def cells(line):
    numbers = [number(line["peer"]), number(line["jurat"]), factor(line["ratio"])]
    return [f"`{line['key']}`", *numbers, line["target"] or "", line["outcome"] or ""]


def number(value):
    if value is None:
        return ""
    return f"{value:,.0f}" if 100 <= abs(value) else f"{value:.3g}"


def factor(value):
    return "" if value is None else f"{value:,.1f}x"


def notes(rounds, name):
    """In the order of the rounds, each once."""
    names = {"theirs": name, "ours": "jurat"}
    found = []
    for pair in rounds:
        for side, name in names.items():
            found += [f"{name}: {note}" for note in [*said(pair[side]), *versions(pair[side])]]
    return list(dict.fromkeys(found))


def said(result):
    return result.get("notes", [])


def versions(result):
    listed = ", ".join(f"{name} {version}" for name, version in result.get("versions", {}).items())
    return [listed] if listed else []


if __name__ == "__main__":
    main()
