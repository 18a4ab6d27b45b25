"""Measures LangGraph with its SQLite saver and prints one JSON object.

Nothing of jurat is in here: compare_engines.py puts the two sides next to each other.
"""

import argparse
import base64
import importlib.metadata
import json
import operator
import os
import platform
import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypedDict

# A trace client that phones home would be measured too.
os.environ["LANGSMITH_TRACING"] = "false"
os.environ["LANGCHAIN_TRACING_V2"] = "false"

from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

CHAIN = 7
FAN_OUT = 1000
MEGABYTE = 1_000_000
LONG_LOOP = 10_000
LONG_LOOP_LIMIT_S = 90
PACKAGES = [
    "langgraph",
    "langgraph-checkpoint",
    "langgraph-checkpoint-sqlite",
    "langchain-core",
    "ormsgpack",
]

MEASUREMENTS = []
NOTES = []


def main():
    options = parse()
    if options.first_step:
        return first_step(options.first_step)
    wanted = options.only or [key for keys, _ in MEASUREMENTS for key in keys]
    with folder(options.dir) as files:
        results = measure(wanted, Bench(files, options.quick))
    print(json.dumps({**results, "versions": versions(), "notes": NOTES}, indent=2))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    option = parser.add_argument
    option("--only", type=known_keys, metavar="KEY,KEY", help="measure these keys only")
    option("--quick", action="store_true", help="fewer repetitions, same sizes")
    option("--dir", metavar="DIR", help="folder for database files (default: a temporary one)")
    option("--first-step", metavar="FILE", help=argparse.SUPPRESS)
    return parser.parse_args()


def known_keys(text):
    known = {key for keys, _ in MEASUREMENTS for key in keys}
    keys = text.split(",")
    unknown = [key for key in keys if key not in known]
    if unknown:
        hint = ", ".join(sorted(known))
        raise argparse.ArgumentTypeError(f"unknown key `{unknown[0]}`; known are {hint}")
    return keys


@contextmanager
def folder(given):
    """Only a folder made here is removed whole: a given one may hold files of others."""
    if given:
        Path(given).mkdir(parents=True, exist_ok=True)
    made = tempfile.mkdtemp(prefix="langgraph-bench-", dir=given)
    try:
        yield Path(made)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def measure(wanted, bench):
    load = f"load average {os.getloadavg()[0]:.1f} at the start, {os.cpu_count()} cores"
    NOTES.append(load + (", --quick" if bench.quick else ""))
    results = {}
    for keys, function in MEASUREMENTS:
        if not set(keys) & set(wanted):
            continue
        begun = time.perf_counter()
        values = function(bench)
        results.update({key: values[key] for key in keys if key in wanted})
        print(f"{time.perf_counter() - begun:6.1f} s  {', '.join(keys)}", file=sys.stderr)
    return results


def versions():
    packages = {name: importlib.metadata.version(name) for name in PACKAGES}
    return {**packages, "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}


class Bench:
    """Where the databases go, and how often to repeat."""

    def __init__(self, files, quick):
        self.files = files
        self.quick = quick
        self.made = 0

    def times(self, normal, quick):
        return quick if self.quick else normal

    def path(self):
        self.made += 1
        return self.files / f"{self.made}.sqlite"

    @contextmanager
    def saver(self, synchronous):
        path = self.path()
        with opened(path, synchronous) as saver:
            yield saver
        # The large ones together would fill a small disk.
        for file in self.files.glob(path.name + "*"):
            file.unlink()


@contextmanager
def opened(path, synchronous):
    connection = sqlite3.connect(path, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={synchronous}")
    saver = SqliteSaver(connection)
    saver.setup()
    try:
        yield saver
    finally:
        connection.close()


def measures(*keys):
    def register(function):
        MEASUREMENTS.append((keys, function))
        return function

    return register


# The shapes.


class Count(TypedDict):
    n: int


class CountBesideValue(TypedDict):
    n: int
    value: str


class Growing(TypedDict):
    n: int
    items: Annotated[list, operator.add]


def extend(items, writes):
    return items + [item for write in writes for item in write]


class GrowingByDelta(TypedDict):
    n: int
    items: Annotated[list, DeltaChannel(extend)]


class Fan(TypedDict):
    items: Annotated[list, operator.add]
    total: int


def plus_one(state):
    return {"n": state["n"] + 1}


def chain(length, saver=None):
    graph = StateGraph(Count)
    names = [f"stage{i}" for i in range(length)]
    for name in names:
        graph.add_node(name, plus_one)
    for before, after in zip([START, *names], [*names, END]):
        graph.add_edge(before, after)
    return graph.compile(checkpointer=saver)


def loop(state, step, goes_on, saver):
    graph = StateGraph(state)
    graph.add_node("step", step)
    graph.add_edge(START, "step")
    graph.add_conditional_edges("step", lambda state: "step" if goes_on(state) else END)
    return graph.compile(checkpointer=saver)


def fan(width, saver):
    graph = StateGraph(Fan)
    graph.add_node("work", lambda task: {"items": [task["i"]]})
    graph.add_node("join", lambda state: {"total": sum(state["items"])})
    tasks = [Send("work", {"i": i}) for i in range(width)]
    graph.add_conditional_edges(START, lambda _: tasks, ["work"])
    graph.add_edge("work", "join")
    graph.add_edge("join", END)
    return graph.compile(checkpointer=saver)


def thread(name, steps=CHAIN):
    return {"configurable": {"thread_id": str(name)}, "recursion_limit": steps + 10}


def run_chain(graph, name):
    durability = {"durability": "sync"} if graph.checkpointer else {}
    final = graph.invoke({"n": 0}, thread(name), **durability)
    assert final["n"] == CHAIN, final


def run_loop(state, step, steps, saver, start):
    graph = loop(state, step, lambda state: state["n"] < steps, saver)
    final = graph.invoke(start, thread("loop", steps), durability="sync")
    assert final["n"] == steps, final["n"]
    return graph


# The measurements.


@measures("step_memory_cpu_us")
def step_in_memory(bench):
    graph = chain(CHAIN)
    return {"step_memory_cpu_us": cpu_us_per_step(lambda name: run_chain(graph, name), bench)}


@measures("step_normal_cpu_us")
def step_normal(bench):
    with bench.saver("NORMAL") as saver:
        graph = chain(CHAIN, saver)
        return {"step_normal_cpu_us": cpu_us_per_step(lambda name: run_chain(graph, name), bench)}


def cpu_us_per_step(run, bench):
    """CPU time, because wall time on a shared machine measures the neighbours."""
    runs, batches = bench.times(100, 30), []
    for batch in range(bench.times(9, 3) + 1):
        begun = time.process_time()
        for i in range(runs):
            run(f"{batch}-{i}")
        batches.append((time.process_time() - begun) / (runs * CHAIN) * 1e6)
    return round(statistics.median(batches[1:]), 1)


@measures("run_full_wall_ms", "run_full_wall_min_ms", "run_full_commits")
def run_full(bench):
    with bench.saver("FULL") as saver:
        graph = chain(CHAIN, saver)
        run_chain(graph, "warm")
        walls = [wall_ms(lambda: run_chain(graph, i)) for i in range(bench.times(200, 30))]
        commits = count_commits(saver.conn, lambda: run_chain(graph, "traced"))
    return {
        "run_full_wall_ms": round(statistics.median(walls), 2),
        "run_full_wall_min_ms": round(min(walls), 2),
        "run_full_commits": commits,
    }


def wall_ms(run):
    begun = time.perf_counter()
    run()
    return (time.perf_counter() - begun) * 1e3


def count_commits(connection, run):
    statements = []
    connection.set_trace_callback(statements.append)
    run()
    connection.set_trace_callback(None)
    return sum(text.strip().upper().startswith("COMMIT") for text in statements)


@measures("concurrent64_full_steps_per_s")
def concurrent(bench):
    runs = 64
    with bench.saver("FULL") as saver, ThreadPoolExecutor(runs) as pool:
        graph = chain(CHAIN, saver)
        rates = []
        for attempt in range(bench.times(6, 3)):
            names = [f"{attempt}-{i}" for i in range(runs)]
            ms = wall_ms(lambda: list(pool.map(lambda name: run_chain(graph, name), names)))
            rates.append(runs * CHAIN / ms * 1e3)
    return {"concurrent64_full_steps_per_s": round(max(rates), 1)}


@measures("fanout1000_durable_ms")
def fan_out(bench):
    with bench.saver("FULL") as saver:
        fan(10, saver).invoke({"items": []}, thread("warm"))
        graph = fan(FAN_OUT, saver)
        walls = [wall_ms(lambda: run_fan(graph, i)) for i in range(bench.times(3, 1))]
    return {"fanout1000_durable_ms": round(statistics.median(walls), 1)}


def run_fan(graph, name):
    final = graph.invoke({"items": []}, thread(name))
    assert final["total"] == sum(range(FAN_OUT)), final["total"]


@measures("state10mb_bytes_per_step")
def unchanged_state(bench):
    """The difference of two lengths leaves out what is stored once."""
    few, many = 3, 13
    sizes = {steps: size_after_steps_beside_value(bench, steps) for steps in (few, many)}
    return {"state10mb_bytes_per_step": round((sizes[many] - sizes[few]) / (many - few))}


def size_after_steps_beside_value(bench, steps):
    start = {"n": 0, "value": noise(10 * MEGABYTE, seed=0)}
    with bench.saver("NORMAL") as saver:
        run_loop(CountBesideValue, plus_one, steps, saver, start)
        return size_on_disk(saver.conn)


def noise(length, seed):
    """Base 85 is dense and needs no escape in JSON: little is gained by serialiser or codec."""
    return base64.b85encode(random.Random(seed).randbytes(length // 5 * 4)).decode()


def size_on_disk(connection):
    """The log is folded in first: its size is only a matter of when it was last emptied."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    return sum(file.stat().st_size for file in Path(path).parent.glob(Path(path).name + "*"))


@measures("grow10mb_amplification")
def growing_state(bench):
    delta = grow(bench, GrowingByDelta)
    NOTES.append(f"grow10mb_amplification is {delta} with the beta DeltaChannel as the reducer")
    return {"grow10mb_amplification": grow(bench, Growing)}


def grow(bench, state):
    appends, length = 100, MEGABYTE // 10

    def step(state):
        return {"n": state["n"] + 1, "items": [noise(length, seed=state["n"])]}

    with bench.saver("NORMAL") as saver:
        run_loop(state, step, appends, saver, {"n": 0, "items": []})
        return round(size_on_disk(saver.conn) / (appends * length), 3)


@measures("start_ms", "start_rss_mb")
def start(bench):
    start_once(bench)
    starts = [start_once(bench) for _ in range(5)]
    ms, rss = zip(*starts)
    return {
        "start_ms": round(statistics.median(ms), 1),
        "start_rss_mb": round(statistics.median(rss), 1),
    }


def start_once(bench):
    command = [sys.executable, __file__, "--first-step", str(bench.path())]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        line = child.stdout.readline()
        ms = (time.perf_counter() - begun) * 1e3
    return ms, float(line)


def first_step(path):
    with opened(path, "FULL") as saver:
        chain(1, saver).invoke({"n": 0}, thread("first"), durability="sync")
        print(peak_rss_mb(), flush=True)


def peak_rss_mb():
    """On Linux getrusage also counts what the parent held before exec, /proc does not."""
    status = Path("/proc/self/status")
    if status.exists():
        marks = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(marks["VmHWM"].split()[0]) * 1024 / MEGABYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


@measures("list1000_ms")
def list_history(bench):
    checkpoints = 1000
    # The input and the entry are checkpoints too, before the first step.
    steps = checkpoints - 2
    with bench.saver("NORMAL") as saver:
        graph = run_loop(Count, plus_one, steps, saver, {"n": 0})
        listed = []
        walls = [wall_ms(lambda: listed.append(listing(graph))) for _ in range(bench.times(9, 3))]
    assert set(listed) == {checkpoints}, listed
    return {"list1000_ms": round(statistics.median(walls), 1)}


def listing(graph):
    return sum(1 for _ in graph.get_state_history(thread("loop")))


@measures("step_us_at_100", "step_us_at_10000")
def long_history(bench):
    loops = [step_begins(bench)]
    # One slow loop is enough: on a loaded machine three would take minutes.
    while len(loops) < bench.times(3, 1) and loops[-1][-1] - loops[-1][0] < LONG_LOOP_LIMIT_S / 3:
        loops.append(step_begins(bench))
    shortest = min(len(begins) for begins in loops)
    if shortest < LONG_LOOP:
        limit = f"all that was reached in {LONG_LOOP_LIMIT_S} s"
        NOTES.append(f"step_us_at_10000 was measured at {shortest} steps, {limit}")
    return {
        "step_us_at_100": best_step_us(loops, 50, 150),
        "step_us_at_10000": best_step_us(loops, shortest - 100, shortest),
    }


def step_begins(bench):
    begins = []

    def step(state):
        begins.append(time.perf_counter())
        return plus_one(state)

    def goes_on(state):
        return state["n"] < LONG_LOOP and begins[-1] - begins[0] < LONG_LOOP_LIMIT_S

    with bench.saver("NORMAL") as saver:
        graph = loop(Count, step, goes_on, saver)
        graph.invoke({"n": 0}, thread("loop", LONG_LOOP), durability="sync")
    return begins


def best_step_us(loops, first, last):
    """The median in one loop, then the least over loops: a stall must not look like growth."""
    return round(min(median_gap(begins[first:last]) for begins in loops) * 1e6, 1)


def median_gap(begins):
    return statistics.median(after - before for before, after in zip(begins, begins[1:]))


if __name__ == "__main__":
    main()
