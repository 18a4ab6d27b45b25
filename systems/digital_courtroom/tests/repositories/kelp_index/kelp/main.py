"""Asks one question."""
import asyncio
import sys

from .flow import KelpFlow


async def main():
    try:
        print(await KelpFlow(timeout=60).run(folder=sys.argv[1], question=sys.argv[2]))
    except TimeoutError:
        sys.exit("no answer within a minute")


if __name__ == "__main__":
    asyncio.run(main())
