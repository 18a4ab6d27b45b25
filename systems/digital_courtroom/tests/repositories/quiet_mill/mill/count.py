"""Sacks by the hour."""
import csv
import logging

log = logging.getLogger(__name__)


def by_hour(lines):
    sacks = {}
    for row in csv.DictReader(lines):
        hour = int(row["hour"])
        sacks[hour] = sacks.get(hour, 0) + int(row["sacks"])
    return sacks


def asleep(sacks, first=6, last=18):
    hours = [hour for hour in range(first, last) if not sacks.get(hour)]
    log.info("%d hours without a sack", len(hours))
    return hours
