"""covey tree: a taxonomy above labels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from covey import __version__
from covey.cli import options
from covey.core.errors import InvalidInput
from covey.core.words import in_a_line, plural

if TYPE_CHECKING:
    from covey.io.trees.taxonomy import Taxonomy

LINES = 200
"""Nodes that are shown."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--distances",
    is_flag=True,
    help="FILE is a table of distances between labels, with rows label,label,distance: show the"
    " tree that --distances of covey anonymize makes of it.",
)
@click.option(
    "--column",
    metavar="COLUMN",
    help="FILE is a release: read the tree of the sets that it has for this column.",
)
@options.AS_JSON
@options.output_option("FILE.csv", "Write it as a hierarchy of ARX: label;group;...;* in each row.")
def tree(
    file: Path, distances: bool, column: str | None, as_json: bool, output: Path | None
) -> None:
    """Read a tree above labels, say what it is like, and write it as a hierarchy of ARX.

    FILE is CSV with the columns child and parent, or with a column path (names from the top down,
    separated by > or /), a hierarchy of ARX as it is, or JSON. With --column it is the folder of a
    release by nested or global recoding: its sets are the tree, which --tree takes for the table of
    the next year. Missing values are in no tree, and an ordered column has ranges for leaves.

    \b
    Examples:
      covey tree icd10.csv
      covey tree occupations.json -o occupations.csv
      covey tree --distances education.csv -o education.arx.csv
      covey tree out --column education -o education.csv
    """
    from covey.io.outputs.files import check_target, replacing
    from covey.io.trees.distances import read_distances
    from covey.io.trees.hierarchy import to_text
    from covey.io.trees.read import read_tree

    if output is not None:
        check_target(output, file)
    if column is not None and distances:
        raise click.UsageError("--column is for a release, --distances for a table: give one.")
    if column is not None:
        from covey.release.sets.tree import set_tree

        found = set_tree(file, column)
    elif file.is_dir():
        raise InvalidInput(
            f"{file} is a folder. A tree is a file, or the sets of a release's column.",
            hint="For a release: covey tree FOLDER --column COLUMN",
            given=str(file),
        )
    else:
        found = (read_distances if distances else read_tree)(file).tree
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
    if distances:
        for line in outline(found):
            click.echo(line)


def outline(tree: Taxonomy) -> Iterator[str]:
    """A line for every node, the names of labels below one in one line."""
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(tree.parents.tolist()):
        children.setdefault(parent, []).append(node)
    waiting = [(tree.root, 0)]
    shown = 0
    while waiting:
        node, depth = waiting.pop()
        if shown == LINES:
            yield f"... and {len(waiting) + 1:,} more nodes at least; -o writes all of them"
            return
        shown += 1
        # Only inner nodes are ever waiting.
        below = children[node]
        labels = [tree.names[each] for each in below if each not in children]
        name = f"{'  ' * depth}{tree.names[node]}"
        yield in_a_line(f"{name}: {', '.join(labels)}" if labels else name)
        inner = [each for each in below if each in children]
        # Reversed, because the last one is taken first.
        waiting += [(each, depth + 1) for each in reversed(inner)]
