"""covey clean: what killed runs left behind."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folders", nargs=-1, metavar="[FOLDER]...", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would be removed, and remove nothing.")
@click.pass_context
def clean(context: click.Context, /, folders: tuple[Path, ...], dry_run: bool) -> None:
    """Remove what runs that were killed have left behind.

    A run removes its private copies and half-written files itself, also when it fails or is
    interrupted. One that is killed (kill -9, out of memory, power) cannot: what it left may hold
    records. covey anonymize, apply, verify and check remove it when they start, from the temporary
    folder and from beside what they write; this command does so at once, and says what it found.

    Looks in the temporary folder and in every FOLDER, by default the current one; not in folders
    within them. Removes only what covey made, what is yours, and what no running process uses, in
    whichever container that runs. Exit code 3 if something could not be removed.

    \b
    Examples:
      covey clean --dry-run
      covey clean releases/ /mnt/scratch
    """
    from tempfile import gettempdir

    from covey.core.errors import InvalidInput
    from covey.core.temporary import leftovers_in
    from covey.core.words import in_a_line, listed

    named = (Path(gettempdir()), *(folders or (Path(),)))
    # All names are checked before anything is removed.
    for place in named:
        if not place.is_dir():
            raise InvalidInput(f"There is no folder {place} to look in.")
    # One folder may have two names.
    places = list(dict.fromkeys(place.resolve() for place in named))
    found = [left for place in places for left in leftovers_in(place)]
    failed = False
    for left in found:
        done = left.kept or ("would be removed" if dry_run else "removed")
        if not dry_run and not left.kept and not left.remove():
            done, failed = "cannot be removed, or is in use again", True
        click.echo(in_a_line(f"{left.path}: {left.in_words}; {done}"))
    if not found:
        click.echo(f"nothing was left in {listed(map(str, places))}")
    if failed:
        context.exit(3)
