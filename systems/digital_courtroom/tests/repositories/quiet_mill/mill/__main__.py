"""The command."""
import sys

from .count import asleep, by_hour

with open(sys.argv[1], newline="") as file:
    counted = by_hour(file)
for hour, sacks in sorted(counted.items()):
    print(f"{hour:02d}:00 {sacks}")
if asleep(counted):
    print("the miller sleeps")
