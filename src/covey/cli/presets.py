"""covey presets: thresholds that others ask for, with their sources."""

from __future__ import annotations

import json

import click

from covey.cli import options


@click.command()
@options.AS_JSON
def presets(as_json: bool) -> None:
    """List the presets of covey anonymize --preset, with what each asks for and its source.

    A preset is a set of options. It says nothing about whether a law or a contract is complied
    with.

    \b
    Examples:
      covey presets
      covey anonymize patients.csv --preset cms --ordered age --label sex -o out
    """
    from covey.core.thresholds import PRESETS, summary

    listed = [each.to_dict() for each in PRESETS.values()]
    click.echo(json.dumps(listed, ensure_ascii=False) if as_json else summary())
