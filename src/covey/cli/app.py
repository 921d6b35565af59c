"""covey app: the local page."""

from __future__ import annotations

from pathlib import Path

import click

from covey.cli.options import tidy

MEGABYTE = 1 << 20


@click.command()
@click.argument("table", required=False, default="")
@click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder that the page may read from and write to, besides the one in which covey app is"
    " started and that of TABLE. May be given several times.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port of the page.  [default: a free one]",
)
@click.option(
    "--upload-limit",
    type=click.IntRange(min=1),
    default=1024,
    show_default=True,
    metavar="MB",
    help="The largest file that can be uploaded; all of them together may have four times as much."
    " A file that is named by its path is not copied, and has no limit.",
)
@click.option(
    "--browser/--no-browser",
    default=True,
    help="Whether to open the page in a browser, or only to print its link.  [default: --browser]",
)
def app(table: str, folders: tuple[Path, ...], port: int, upload_limit: int, browser: bool) -> None:
    """Open the local page: from a table to a release, one screen at a time.

    TABLE is a path, or a job file. The page is served to this machine alone, and to anyone who has
    the link, which works once. Nothing leaves the machine, and nothing is loaded from elsewhere: it
    works without a network. Every click edits a job, which is shown beside it as a command line, a
    job file and a Python call. Ctrl-C ends the page, and whatever it runs.

    \b
    Examples:
      covey app
      covey app patients.csv
      covey app job.toml --folder ~/maps
      covey app --no-browser --port 8000
    """
    from covey.app.opening import serve

    here = Path.cwd()
    beside = [Path(table).absolute().parent] if table else []

    # The link has a token that works once. The browser opens a file that leads there, so that no
    # list of processes shows it.
    def announce(link: str, file: Path) -> None:
        click.echo(f"covey app   {link}")
        click.echo("The link works once, for you alone. Ctrl-C ends the page.", err=True)
        if browser:
            _open(file)

    tidy()
    own = str(Path(table).absolute()) if table else ""
    serve(
        own,
        [here, *beside, *folders],
        port=port,
        limit=upload_limit * MEGABYTE,
        announce=announce,
    )


def _open(file: Path) -> None:
    import webbrowser

    # Whether there is a browser or not: the link was printed.
    webbrowser.open(file.as_uri())
