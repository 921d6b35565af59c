"""Where the command starts, in a module that needs no time to load."""

from __future__ import annotations

from covey.core.interrupt import end_quietly


def main() -> None:
    end_quietly()
    from covey.cli import main

    main()


if __name__ == "__main__":
    main()
