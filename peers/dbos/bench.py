"""Measures DBOS with its SQLite system database and prints one JSON object.

Nothing of jurat is in here: compare_engines.py puts the two sides next to each other.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from dbos import DBOS

CHAIN = 7
AT_ONCE = 64
PACKAGES = ["dbos", "sqlalchemy"]


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="dbos-bench-", dir=options.dir) as folder:
        results = measure(Path(folder) / "dbos.sqlite", options)
    print(json.dumps(results, indent=2))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    option = parser.add_argument
    option("--only", metavar="KEY,KEY", help="print these keys only; all are measured")
    option("--quick", action="store_true", help="fewer repetitions, same sizes")
    option("--dir", metavar="DIR", help="folder for the database (default: a temporary one)")
    return parser.parse_args()


def measure(path, options):
    load = f"load average {os.getloadavg()[0]:.1f} at the start, {os.cpu_count()} cores"
    launch(path)
    try:
        figures = {**one_run(options.quick), **many_runs(options.quick)}
    finally:
        DBOS.destroy()
    wanted = options.only.split(",") if options.only else figures
    kept = {key: value for key, value in figures.items() if key in wanted}
    return {**kept, "versions": versions(), "notes": [load]}


def launch(path):
    # As the other engines have it; the file remembers. DBOS itself leaves SQLite's default, which syncs
    # more often.
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    config = {"name": "bench", "system_database_url": f"sqlite:///{path}"}
    DBOS(config={**config, "run_admin_server": False, "log_level": "ERROR"})
    DBOS.launch()


def versions():
    packages = {name: importlib.metadata.version(name) for name in PACKAGES}
    return {**packages, "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}


# The shape: seven steps that each count one.


@DBOS.step()
def plus_one(number):
    return number + 1


@DBOS.workflow()
def chain():
    number = 0
    for _ in range(CHAIN):
        number = plus_one(number)
    return number


def finish(handle):
    final = handle.get_result()
    assert final == CHAIN, final


# The measurements.


def one_run(quick):
    finish(DBOS.start_workflow(chain))
    walls = []
    for _ in range(30 if quick else 200):
        begun = time.perf_counter()
        final = chain()
        walls.append((time.perf_counter() - begun) * 1e3)
        assert final == CHAIN, final
    return {
        "run_full_wall_ms": round(statistics.median(walls), 2),
        "run_full_wall_min_ms": round(min(walls), 2),
    }


def many_runs(quick):
    rates = []
    for _ in range(3 if quick else 6):
        begun = time.perf_counter()
        for handle in [DBOS.start_workflow(chain) for _ in range(AT_ONCE)]:
            finish(handle)
        rates.append(AT_ONCE * CHAIN / (time.perf_counter() - begun))
    return {"concurrent64_full_steps_per_s": round(max(rates), 1)}


if __name__ == "__main__":
    main()
