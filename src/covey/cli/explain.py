"""covey explain: where a value went."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from covey.cli import options
from covey.core.errors import InvalidInput


@click.command()
@click.argument("release")
@click.argument("values", nargs=-1, required=True, metavar="COL=VALUE...")
@options.AS_JSON
def explain(release: str, values: Sequence[str], as_json: bool) -> None:
    """Say what a release publishes for a value, and in which classes.

    RELEASE is the folder of a release, or the URL of its table on a PostgreSQL server. Values are
    written as in the table that it was made of; COL= and the marks of --na are the missing value.
    With all quasi-identifiers, that is one class. Only what was released is read, so anybody can
    ask.

    \b
    Examples:
      covey explain out age=39
      covey explain out age=39 sex=F zip=02139
      covey explain out lat=52.5 lon=13.4
    """
    from covey.release.sets.explain import explain as explained

    given: dict[str, str | None] = {}
    for text in values:
        # At the first equals sign: a value may hold one.
        column, equals, value = text.partition("=")
        if not equals or not column:
            raise InvalidInput(
                f"A value is said as COL=VALUE, as in age=39; given: {text!r}.", given=text
            )
        given[column] = value or None
    found = explained(release, given)
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else found.summary())
