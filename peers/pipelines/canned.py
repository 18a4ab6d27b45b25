"""What the model is made to say: a sound answer to each question, and the same with one fault.

No word of jurat is in the pipelines of this folder; its tests read the states that they leave.
"""

import argparse
import json
from pathlib import Path

FAULTS = ["none", "article", "misplaced", "url", "negation", "number"]
CANNED = json.loads((Path(__file__).parent / "canned.json").read_text(encoding="utf-8"))


def options(about, shapes):
    parser = argparse.ArgumentParser(description=about)
    option = parser.add_argument
    option("corpus", type=Path, help="folder with the texts to answer from")
    option("out", type=Path, help="folder for the states, one file a question and fault")
    option("--fault", choices=[*FAULTS, "all"], default="all", help="what to plant")
    option("--shape", choices=shapes, default=shapes[0], help="the form of the state")
    return parser.parse_args()


def cases(wanted):
    """Name, question and answer for each fault that is wanted and that the answer has room for."""
    for one in CANNED:
        for fault in FAULTS:
            if wanted in (fault, "all") and (fault == "none" or fault in one["faults"]):
                yield f"{one['name']}.{fault}", one["question"], answer(one, fault)


def answer(one, fault):
    if fault == "none":
        return one["answer"]
    sound, faulty = one["faults"][fault]
    assert one["answer"].count(sound) == 1, f"`{sound}` must stand once in {one['name']}"
    return one["answer"].replace(sound, faulty)


def texts(corpus):
    """Name and words of each text of a folder, in order of their names."""
    for path in sorted([*corpus.glob("*.md"), *corpus.glob("*.txt")]):
        yield path.name, path.read_text(encoding="utf-8")
