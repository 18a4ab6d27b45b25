"""Reads orders and prints the list."""
import sys
from pathlib import Path

from .crew import crew


def bake(orders):
    try:
        return crew(orders).kickoff().pydantic
    except ValueError as error:
        raise SystemExit(f"the orders cannot be planned: {error}") from error


def main():
    print(bake(Path(sys.argv[1]).read_text()))


if __name__ == "__main__":
    main()
