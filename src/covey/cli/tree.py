"""covey tree: a taxonomy above labels."""

from __future__ import annotations

import json
from pathlib import Path

import click

from covey import __version__
from covey.cli import options
from covey.core.words import plural


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@options.AS_JSON
@options.output_option("FILE.csv", "Write it as a hierarchy of ARX: label;group;...;* in each row.")
def tree(file: Path, as_json: bool, output: Path | None) -> None:
    """Read a tree above labels, say what it is like, and write it as a hierarchy of ARX.

    FILE is CSV with the columns child and parent, or with a column path (names from the top down,
    separated by > or /), a hierarchy of ARX as it is, or JSON.

    \b
    Examples:
      covey tree icd10.csv
      covey tree occupations.json -o occupations.csv
    """
    from covey.io.outputs.files import check_target, replacing
    from covey.io.trees.hierarchy import to_text
    from covey.io.trees.read import read_tree

    if output is not None:
        check_target(output, file)
    found = read_tree(file).tree
    labels, nodes = len(found.labels), len(found.names)
    if output is not None:
        with replacing(output) as written:
            written.write(to_text(found))
        click.echo(f"wrote {output}", err=True)
    root = found.names[found.root]
    if as_json:
        about = {"labels": labels, "nodes": nodes, "levels": found.depth, "root": root}
        click.echo(json.dumps({**about, "version": __version__}, ensure_ascii=False))
        return
    click.echo(
        f"{file.name}: {plural(labels, 'label')} below {plural(nodes - labels, 'inner node')}, in"
        f" {plural(found.depth, 'level')} below {root!r}"
    )
