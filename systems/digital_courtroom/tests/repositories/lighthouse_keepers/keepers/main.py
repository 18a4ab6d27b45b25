"""Reads a log book and prints the verdict."""
import sys

from .graph import build


def main():
    with open(sys.argv[1]) as file:
        log = file.read()
    print(build().invoke({"log": log, "evidences": {}, "opinions": []})["verdict"])


if __name__ == "__main__":
    main()
