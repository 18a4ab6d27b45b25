"""Tide tables."""


def high_water(harbour: str, day: str) -> str:
    raise NotImplementedError
