"""Each detective looks at one thing in the log book and says what stands there."""
import re

from .state import Evidence


def lamp_detective(state):
    lit = re.findall(r"lamp lit at (\d\d:\d\d)", state["log"])
    words = ", ".join(lit) or "no time is written"
    return {"evidences": {"lamp": Evidence(source="lamp", found=bool(lit), words=words)}}


def fog_detective(state):
    horns = [line for line in state["log"].splitlines() if "horn" in line.lower()]
    return {"evidences": {"fog": Evidence(source="fog", found=bool(horns), words="\n".join(horns))}}


def supply_detective(state):
    oil = re.search(r"oil: (\d+) gallons", state["log"])
    words = oil.group(0) if oil else "nothing about oil"
    return {"evidences": {"oil": Evidence(source="oil", found=oil is not None, words=words)}}


def evidence_aggregator(state):
    missing = [name for name, one in state["evidences"].items() if not one.found]
    return {"evidences": {"missing": Evidence(source="all", found=not missing, words=", ".join(missing))}}
