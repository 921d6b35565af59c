"""Small tables and maps for the commands."""

from __future__ import annotations

from pathlib import Path

SMALL = "name,zip,age,note\n" + "".join(
    f"secret{row},0{row % 7},{row % 31},{'x' if row % 2 else ''}\n" for row in range(60)
)


def map_options(towns: Path) -> list[str]:
    return ["--areas", str(towns), "--key", "zip", "--weight", "cases", "--islands", "nearest"]
