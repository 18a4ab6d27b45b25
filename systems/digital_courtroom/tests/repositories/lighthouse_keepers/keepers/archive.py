"""Fetches a public log book into a folder that is gone at the end."""
import subprocess
import tempfile
from pathlib import Path


def fetch(address):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--depth", "1", address, folder], check=True, timeout=120)
        return {path.name: path.read_text() for path in Path(folder).glob("*.txt")}
