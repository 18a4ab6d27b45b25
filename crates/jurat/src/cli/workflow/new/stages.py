#!/usr/bin/env python3
"""Two stages of one's own.

A request of JSON comes on stdin, a reply of JSON goes to stdout: {"output": {"CHANNEL": VALUE}}, or
{"error": {"message": "..."}} where the attempt failed; "class": "transient" in it asks for a retry.
It runs in a sandbox: no network, no files but those beside it and of the system.
"""

import json
import sys


def measure(request):
    return {"letters": len(request["params"]["greeting"])}


def name(request):
    words = request["settings"]
    short = request["state"]["letters"] <= request["params"]["most"]
    return {"word": words["short"] if short else words["long"]}


STAGES = {"measure": measure, "name": name}

if __name__ == "__main__":
    reply = {"output": STAGES[sys.argv[1]](json.load(sys.stdin))}
    json.dump(reply, sys.stdout)
