"""Fetches the archive of a voyage without trusting it."""

import subprocess
import tempfile
from pathlib import Path


class ArchiveError(Exception):
    """The archive could not be had."""


def fetch(address: str, seconds: int = 120) -> Path:
    if not address.startswith("https://"):
        raise ArchiveError(f"not an address that may be fetched: {address}")
    folder = Path(tempfile.mkdtemp(prefix="voyage_"))
    done = subprocess.run(
        ["git", "clone", "--quiet", "--", address, str(folder / "papers")],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    if done.returncode != 0:
        raise ArchiveError(done.stderr.strip())
    return folder / "papers"
