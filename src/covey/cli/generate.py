"""covey generate: hard instances and tight examples, with answers known in advance."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from covey.cli import options
from covey.cli.options import F
from covey.cli.progress import progress
from covey.core.errors import InvalidInput


@click.group()
def generate() -> None:
    """Make hard instances and tight examples, with answers known in advance.

    Hard instances come from the paper's reductions: labels, regions and rectangles. Each is a
    folder: the instance in files that covey solve reads, answer.json (yes or no, how one knows, the
    solution of the source, k and the gap), solution.csv if the answer is yes, and picture.png with
    the gadgets in colours. docs/explanation/hardness.md explains them.

    Tight examples are instances on which a method does no better than it promises;
    docs/explanation/theory.md has the promises.
    """


def from_option(names: str, default: str) -> Callable[[F], F]:
    return click.option(
        "--from", "from_", default=default, show_default=True, metavar="NAME", help=names
    )


def random_option(text: str) -> Callable[[F], F]:
    return click.option("--random", "random", metavar="N,M,SEED", help=text)


DRAWN = options.together(
    click.option("--plant", is_flag=True, help="Put a solution into it: a yes without a search."),
    click.option(
        "--answer",
        "wanted",
        type=click.Choice(["yes", "no"]),
        help="Draw until the answer is this.",
    ),
)

WRITTEN = options.together(
    options.output_option(
        "DIR", "The folder that appears, by one rename, when all is written.", required=True
    ),
    click.option("--overwrite", is_flag=True, help="Replace a former hard instance."),
    click.option("--picture/--no-picture", default=True, help="Draw it, or not.  [default: draw]"),
    options.AS_JSON,
)

MATCHING = options.together(
    from_option("The source: 3dm, 3-Dimensional Matching.", "3dm"),
    options.path_option(
        "--triples",
        metavar="FILE",
        text="A table with the columns x, y and z: one triple per row, elements numbered from 1.",
    ),
    click.option(
        "--elements",
        type=int,
        metavar="N",
        help="The elements of each set.  [default: the largest number in --triples]",
    ),
    random_option("N elements in each set and M random triples."),
    DRAWN,
    WRITTEN,
)


@generate.command()
@from_option("The source: 3-partition or partition.", "3-partition")
@options.path_option(
    "--weights",
    metavar="FILE",
    text="A table with the column weight.",
)
@random_option("For 3-partition N sets of sum M, for partition N weights from 1 to M.")
@DRAWN
@click.option(
    "--lift",
    type=int,
    default=0,
    show_default=True,
    metavar="T",
    help="For 3-partition: T times the sum of a set is added to each weight. The gap goes to 4/3.",
)
@WRITTEN
def labels(from_: str, weights: Path | None, lift: int, **how: Any) -> None:
    """Hard labels from 3-Partition or Partition.

    3-Partition: can 3n numbers be put into n sets of equal sums? If so, the largest class has k
    records, else more. Partition: are there two halves? If so, it has k, else 2k.

    \b
    Examples:
      covey generate labels --random 8,1000,1 --plant -o hard
      covey generate labels --from partition --random 20,100000,7 --answer no -o hard
      covey generate labels --weights weights.csv --lift 10 -o hard
    """
    from covey.research.instances.files import read_weights

    _generate("labels", from_, weights, "--weights", read_weights, lift=lift, **how)


@generate.command()
@MATCHING
def regions(from_: str, triples: Path | None, elements: int | None, **how: Any) -> None:
    """Hard regions from 3-Dimensional Matching.

    A planar graph in which every area has one record and three neighbours, and k is 3. If there is
    a matching, regions of 3 are possible, else some region has at least 4.

    \b
    Examples:
      covey generate regions --random 3,6,1 --plant -o hard
      covey generate regions --triples triples.csv -o hard
      covey solve regions --nodes hard/nodes.csv --edges hard/edges.csv -k 3
    """
    _from_matching("regions", from_, triples, elements, **how)


@generate.command()
@MATCHING
def rectangles(from_: str, triples: Path | None, elements: int | None, **how: Any) -> None:
    """Hard points from 3-Dimensional Matching.

    Points on a lattice, up to three at a place, and k is 3. If there is a matching, cells of 3 are
    possible, else some cell has at least 4.

    \b
    Examples:
      covey generate rectangles --random 3,6,1 --answer no -o hard
      covey generate rectangles --triples triples.csv -o hard
      covey solve rectangles hard/points.csv --x x --y y --count count -k 3
    """
    _from_matching("rectangles", from_, triples, elements, **how)


@generate.command()
@click.argument("name", required=False)
@click.option("-k", type=int, metavar="N", help="The k of the example.  [default: 30]")
@options.output_option("DIR", "The folder that appears, by one rename, when all is written.")
@click.option("--overwrite", is_flag=True, help="Replace a former tight example.")
@options.AS_JSON
def tight(
    name: str | None, k: int | None, output: Path | None, overwrite: bool, as_json: bool
) -> None:
    """An instance on which a method does no better than it promises.

    NAME is one of those that the command lists without it. The folder has the instance in files
    that covey solve reads, an optimal answer (solution.csv), and tight.json: the optimum, how one
    knows it, and what the method ends with. docs/explanation/theory.md has the promises.

    \b
    Examples:
      covey generate tight
      covey generate tight labels-two -k 100 -o tight
      covey generate tight rectangles-kd -o tight
    """
    from covey.research.tight.families import FAMILIES, tight_example
    from covey.research.tight.folder import refuse_target, write_example

    if name is None:
        if output is not None or k is not None:
            raise InvalidInput("Which example? covey generate tight lists their names.")
        examples = [family.make(family.default) for family in FAMILIES]
        if as_json:
            click.echo(json.dumps([example.to_dict() for example in examples]))
        else:
            width = max(len(example.name) for example in examples)
            for example in examples:
                click.echo(f"{example.name:<{width}}  {example.method}: {example.shows}")
        return
    if output is None:
        raise InvalidInput("A tight example is written to a folder: name it with -o.")
    refuse_target(output, overwrite)
    written = write_example(tight_example(name, k), output, overwrite=overwrite)
    click.echo(f"wrote {output}: {', '.join(written.files)}", err=True)
    click.echo(json.dumps(written.to_dict()) if as_json else written.summary())


def _from_matching(
    problem_kind: str, from_: str, triples: Path | None, elements: int | None, **how: Any
) -> None:
    from covey.research.instances.files import read_triples

    if elements is not None and triples is None:
        raise InvalidInput("--elements is about the file of --triples, which is not given.")
    _generate(
        problem_kind,
        from_,
        triples,
        "--triples",
        lambda path, _: read_triples(path, elements),
        **how,
    )


def _generate(
    problem_kind: str,
    from_: str,
    file: Path | None,
    option: str,
    read: Callable[[Path, Any], Any],
    random: str | None,
    plant: bool,
    wanted: Any,
    output: Path,
    overwrite: bool,
    picture: bool,
    as_json: bool,
    lift: int = 0,
) -> None:
    from covey.research.hard_problems.known import Known, draw_source
    from covey.research.instances.folder import generate, refuse_target
    from covey.research.instances.reduce import source_kind

    kind = source_kind(problem_kind, from_)
    # Exactly one of the two.
    if (file is None) == (random is None):
        raise InvalidInput(
            f"A source comes from a file ({option}) or is drawn (--random): name one of the two."
        )
    inputs = [file] if file else []
    # Before a search that may take long.
    refuse_target(output, overwrite, picture, inputs)
    with progress("making the instance"):
        if file is not None:
            if plant or wanted:
                raise InvalidInput("--plant and --answer are about what is drawn with --random.")
            known = Known.searched(read(file, kind))
        else:
            known = draw_source(kind, *_numbers(random or ""), plant=plant, wanted=wanted)
        made = generate(
            problem_kind,
            known,
            output,
            lift=lift,
            overwrite=overwrite,
            picture=picture,
            inputs=inputs,
        )
    click.echo(f"wrote {output}: {', '.join(made.files)}", err=True)
    click.echo(json.dumps(made.to_dict()) if as_json else made.summary())


def _numbers(text: str) -> tuple[int, int, int]:
    try:
        n, m, seed = (int(part) for part in text.split(","))
    except ValueError:
        raise InvalidInput(
            f"--random takes three whole numbers, N,M,SEED, such as 3,6,1; given: {text!r}.",
            given=text,
        ) from None
    return n, m, seed
