"""The examples of docs/ and README.md: found in the pages, run, and compared with what is shown.

Blocks of the language ``console`` are sessions. A line that begins with ``$`` is a command, and the
lines below it are what it prints; ``...`` stands for anything. All sessions of a page run in one
folder, one after the other. ``cat FILE`` of a file that is not there makes it. Blocks of the
language ``python`` run in the same folder. What they print is the comment at the end of the line.

``python -m documentation.examples PAGE ...`` runs pages and writes what the commands print into
them, where that is not what they show.
"""

from __future__ import annotations

import io
import itertools
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

BLOCK = re.compile(r"^( *)```([a-z-]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\$ ((?:.*\\\n)*.*)\n?((?:(?!\$ ).*\n?)*)", re.MULTILINE)
SECONDS = re.compile(r"\b\d[\d.]*(?:e-\d+)? s\b")
VARIES = re.compile(
    r"\b(?:[0-9a-f]{64}|[0-9a-f]{16,}|SHA256:[\w+/]{43}|20\d\d-\d\d-\d\dT[\d:.+Z]+)"
)
"""Fingerprints and times of a run."""


@dataclass(frozen=True)
class Block:
    language: str
    text: str


@dataclass(frozen=True)
class Step:
    command: str
    shown: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command.replace("\\\n", " "), comments=True)


def blocks(page: str) -> list[Block]:
    return [Block(language, text) for _, language, text in BLOCK.findall(page)]


def steps(session: str) -> list[Step]:
    return [Step(command, shown) for command, shown in STEP.findall(session)]


def is_as_shown(printed: str, shown: str) -> bool:
    """Whether a command printed what a page shows. How long it took may differ."""
    pattern = "".join(map(_line, _timeless(shown.rstrip("\n")).split("\n")))
    return re.fullmatch(pattern, _timeless(printed.rstrip("\n")) + "\n") is not None


def _line(shown: str) -> str:
    """Three dots alone stand for any number of lines, elsewhere for a part of one."""
    if shown.strip() == "...":
        return r"(?:.*\n)*?"
    return re.escape(shown).replace(r"\.\.\.", ".*?") + r"\n"


def _timeless(text: str) -> str:
    return VARIES.sub("@", SECONDS.sub("0 s", re.sub(r" +$", "", text, flags=re.MULTILINE)))


class Session:
    """A terminal in a folder, of which a page shows a part. covey runs in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        self.key = folder / "owner.key"
        self.key.write_text("c0" * 32)
        self.key.chmod(0o600)
        self.names: dict[str, object] = {"__name__": "__example__"}

    def run(self, step: Step) -> str:
        """What a command prints."""
        program, *arguments = step.words
        with self.printed() as written:
            PROGRAMS[program](arguments, step.shown)
        return written.getvalue()

    def run_python(self, code: str, name: str) -> str:
        with self.printed() as written:
            exec(compile(code, name, "exec"), self.names)
        return written.getvalue()

    @contextmanager
    def printed(self) -> Iterator[io.StringIO]:
        """What is printed in the folder. The owner's key is always the same, and so is the order
        of published rows."""
        from covey.release.owner.receipt import OWNER_KEY

        before, written = os.environ.get(OWNER_KEY), io.StringIO()
        os.environ[OWNER_KEY] = str(self.key)
        try:
            with chdir(self.folder), redirect_stdout(written), redirect_stderr(written):
                yield written
        finally:
            os.environ.pop(OWNER_KEY)
            if before is not None:
                os.environ[OWNER_KEY] = before


def promised(code: str) -> str:
    """What a block of Python says that it prints."""
    return "".join(f"{words}\n" for words in re.findall(r"^ *print\(.*\)  # (.*)$", code, re.M))


def _covey(arguments: list[str], shown: str) -> None:
    from covey.cli import run

    run(arguments)


def _python(arguments: list[str], shown: str) -> None:
    """python -m MODULE, where the module has a command of click."""
    import_module(arguments[1]).main(arguments[2:], standalone_mode=False)


def _cat(arguments: list[str], shown: str) -> None:
    for name in arguments:
        if not Path(name).exists():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(shown, encoding="utf-8")
        print(Path(name).read_text(encoding="utf-8"), end="")


def _head(arguments: list[str], shown: str) -> None:
    count, name = arguments
    with Path(name).open(encoding="utf-8") as file:
        print(*itertools.islice(file, int(count.removeprefix("-"))), sep="", end="")


def _ls(arguments: list[str], shown: str) -> None:
    print(*sorted(file.name for file in Path(*arguments).iterdir()), sep="\n")


def _cp(arguments: list[str], shown: str) -> None:
    """cp FILE FILE. Files that are shipped with covey are named from the folder of the clone."""
    source, target = arguments
    shutil.copy(Path(__file__).parent.parent / source if source[:4] == "src/" else source, target)


def _ssh_keygen(arguments: list[str], shown: str) -> None:
    """A key without a passphrase, as ssh-keygen -q makes it."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    target = Path(arguments[arguments.index("-f") + 1])
    key = Ed25519PrivateKey.generate()
    target.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.OpenSSH,
            serialization.NoEncryption(),
        )
    )
    target.chmod(0o600)
    public = key.public_key().public_bytes(
        serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
    )
    target.with_suffix(".pub").write_bytes(public + b" ann\n")


PROGRAMS = {
    "covey": _covey,
    "python": _python,
    "cat": _cat,
    "head": _head,
    "ls": _ls,
    "cp": _cp,
    "ssh-keygen": _ssh_keygen,
}


def filled(page: str, folder: Path) -> str:
    """A page with what its commands print now."""
    session = Session(folder)

    def block(found: re.Match[str]) -> str:
        indent, language, text = found.groups()
        if language == "python":
            session.run_python(text, "example")
        if language != "console":
            return found[0]
        return f"{indent}```console\n{''.join(_shown(session, steps(text)))}{indent}```"

    return BLOCK.sub(block, page)


def _shown(session: Session, found: list[Step]) -> Iterator[str]:
    for step in found:
        printed = session.run(step)
        shown = step.shown if is_as_shown(printed, step.shown) else printed
        yield f"$ {step.command}\n{shown}"


def with_sessions() -> list[Path]:
    """The pages of docs/ that show sessions."""
    pages = sorted((Path(__file__).parent.parent / "docs").rglob("*.md"))
    return [page for page in pages if "```console" in page.read_text(encoding="utf-8")]


def fill(page: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        text = filled(page.read_text(encoding="utf-8"), Path(folder))
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        fill(Path(name))
