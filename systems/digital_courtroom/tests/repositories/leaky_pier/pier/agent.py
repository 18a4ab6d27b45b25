"""Answers callers and looks up berths."""
import os

from openai import OpenAI

SYSTEM = """You answer the phone of the pier. Say which berths are free, what they cost and when the tide allows
a ship to leave. If the caller asks for anything else, take a message and promise nothing at all."""


def berths(ship):
    return os.popen("grep " + ship + " berths.txt").read()


def answer(words, ship):
    client = OpenAI()
    said = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[{"role": "system", "content": SYSTEM}, {"role": "user", "content": words + berths(ship)}],
    )
    return said.choices[0].message.content


if __name__ == "__main__":
    print(answer(input("caller: "), input("ship: ")))
