"""Stages of jurat workflows, written in Python.

    from jurat import serve, stage

    @stage
    def taste(task):
        return {"notes": [f"{task.item} is ripe"]}

    if __name__ == "__main__":
        serve()

While this runs, stages with `"run": "worker:taste"` are done by the function. What it returns are values for channels,
or a `Reply`, which also says what it cost and what it means for the run's outcome.
`Retry` asks for another attempt; any other exception fails the stage. The program `jurat` claims the tasks, keeps the
claims and hands the replies in, so a process that dies loses nothing: another one gets its task.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import traceback
from contextlib import redirect_stdout

__all__ = ["Reply", "Retry", "Task", "main", "serve", "stage"]

_stages = {}


class Retry(Exception):
    """The attempt failed in a way that may pass: a busy service, a lost connection."""

    def __init__(self, message, after_ms=None):
        super().__init__(message)
        self.after_ms = after_ms


class Reply:
    """Values for channels, what the attempt cost by the unit of a budget, and the outcome that the run has at least."""

    def __init__(self, output=None, *, spend=None, outcome=None, reason=None):
        self.output = output
        self.spend = spend
        self.outcome = outcome
        self.reason = reason

    def _fields(self):
        said = {"spend": self.spend, "outcome": self.outcome, "reason": self.reason}
        said = {key: value for key, value in said.items() if value is not None}
        return {"output": {} if self.output is None else self.output, **said}


class Task:
    """One attempt of a stage: its `params`, `settings`, `item`, `state` (channels), `writes`, and who it is."""

    def __init__(self, request):
        if request.get("protocol") != 1:
            raise ValueError(f"this module knows protocol 1, not {request.get('protocol')}")
        self.request = request
        self.run = request["run"]
        self.workflow = request["workflow"]
        self.stage = request["stage"]
        self.instance = request["instance"]
        self.attempt = request["attempt"]
        # More than 1 where a worker that had this attempt before died or fell silent.
        self.delivery = request.get("delivery", 1)
        self.idempotency_key = request["idempotency_key"]
        self.params = request["params"]
        self.settings = request["settings"]
        self.item = request["item"]
        self.state = request["state"]
        self.writes = request["writes"]


def stage(function=None, *, name=None):
    """Makes a function a stage, under its own name or another."""
    if function is None:
        return lambda function: stage(function, name=name)
    _stages[name or function.__name__] = function
    return function


def _reply(function, line):
    """What a function comes to, as a reply. What it prints goes to stderr: stdout is for replies."""
    try:
        with redirect_stdout(sys.stderr):
            said = function(Task(json.loads(line)))
        reply = said if isinstance(said, Reply) else Reply(said)
        return json.dumps(reply._fields(), allow_nan=False)
    except Retry as error:
        failed = {"message": str(error), "class": "transient"}
        if error.after_ms is not None:
            failed = {**failed, "class": "rate_limited", "retry_after_ms": int(error.after_ms)}
    except (Exception, SystemExit) as error:  # A stage that exits must not take its worker with it.
        traceback.print_exc()
        failed = {"message": f"{type(error).__name__}: {error}"}
    return json.dumps({"error": failed})


def main(argv=None):
    """Does one task: `python FILE NAME` reads a request from stdin and writes its reply to stdout."""
    argv = sys.argv[1:] if argv is None else argv
    if len(argv) != 1 or argv[0] not in _stages:
        sys.exit(f"expected one of: {', '.join(sorted(_stages))}")
    sys.stdout.write(_reply(_stages[argv[0]], sys.stdin.readline()) + "\n")


def _program():
    """The program that came with this module, or else the one in the path."""
    beside = os.path.join(os.path.dirname(sys.executable), "jurat")
    found = beside if os.access(beside, os.X_OK) else shutil.which("jurat")
    if not found:
        sys.exit("the program `jurat` is not in the path")
    return found


def _serve_one(name, function, command):
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    try:
        for line in worker.stdout:
            task = json.dumps(json.loads(line)["task"])
            worker.stdin.write(f'{{"task": {task}, {_reply(function, line)[1:]}\n')
            worker.stdin.flush()
    except BrokenPipeError:
        pass
    finally:
        worker.stdin.close()
    return worker.wait()


def serve(*names, jurat=None, store=None, lease=None, idle=None):
    """Serves stages, all unless some are named, until it is interrupted or has been idle for so many seconds."""
    names = names or sorted(_stages)
    options = [("--store", store), ("--lease", lease), ("--idle", idle)]
    options = [str(word) for flag, value in options if value is not None for word in (flag, value)]
    program = jurat or _program()
    codes = {}

    def one(name):
        codes[name] = _serve_one(name, _stages[name], [program, "worker", name, "--stdio", *options])

    threads = [threading.Thread(target=one, args=(name,), daemon=True) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failed = {name: code for name, code in codes.items() if code not in (0, 130)}
    if failed:
        sys.exit(f"workers ended with {failed}")
