"""Messages in the words of who called: options of the command line, or arguments of Python.

A message is written once, with options as the command line has them. ``spoken`` turns them into
arguments where Python called: ``--map`` is ``map=``, and ``--islands nearest`` is
``islands="nearest"``. Where that rule does not give Python's words, these follow in brackets, as in
``--keep-order (shuffle=False in Python)``: the command line leaves such brackets out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_BY_COMMAND = ContextVar("by_command", default=False)

FUNCTIONS = (
    "analyze anonymize apply check compare explain explore look risk sign suggest tabulate verify"
)
"""Commands that are functions of covey, too."""
ARGUMENTS = {"-o": "out", "-k": "k", "--output": "out", "--group": "groups", "--area-loss": "loss"}
"""Options that Python calls otherwise."""
SWITCHES = {
    "--keep-order": "shuffle=False",
    "--header": "header=True",
    "--no-header": "header=False",
    **{
        f"--{name.replace('_', '-')}": f"{name}=True"
        for name in ("escape_formulas", "overwrite", "planarity", "strict", "tight", "trim")
    },
}
"""Options without a value."""
ROLES = {
    "--code": "covey.Code",
    "--distances": "covey.Distances",
    "--keep-common": "covey.KeepCommon",
    "--label": "covey.Labels",
    "--ordered": "covey.Ordered",
    "--point": "covey.Points",
    "--region": "covey.Regions",
    "--tree": "covey.Tree",
}
"""Options that say what a column is: Python names the column beside."""
LISTED = ("na", "drop", "exclude", "order")
"""Arguments that are lists, or mappings to lists."""
CHOICES = (
    "areas count csv drop error exact global if-needed latin-1 local low-high nearest nested own"
    " parquet people spark suppress text utf-16-le"
)
"""Words after an option that are its value. Others belong to the sentence, as in "leave --map
out"."""

_WORD = r"[^\s'\"(),;]*[^\s'\"(),;.:]"
_CHOICE = "|".join(map(re.escape, CHOICES.split()))
# A file has an ending; most other values have a digit, a capital, or something between two words.
_FREE = rf"(?=[^\s(]*[0-9=:/A-Z]|\S+[.,][a-z]){_WORD}(?:,{_WORD})*/?"
_VALUE = rf"(?:'[^']*'|(?:{_CHOICE})(?![\w'])|{_FREE})"
_COLUMN = rf"(?:'[^']*'|{_WORD}(?:,{_WORD})*)"
_OPTION = r"(?<![\w-])(?:--[a-z][a-z-]*[a-z]|--[xy]|-[ok](?![\w-]))"
# What follows these is a column, whatever it is called.
_ROLE = rf"(?<![\w-])(?:--drop|{'|'.join(ROLES)})(?= {_COLUMN})"
_COMMAND = rf"\bcovey (?P<command>[a-z]+)(?P<given>(?: (?:\.\.\.|{_OPTION}|{_VALUE}))*)"
_IN_JOB = r'[a-z_]+ = "?\w+"? in a job'
_WITH_VALUE = rf"(?:{_ROLE} {_COLUMN}|{_OPTION}(?: (?:,|{_VALUE}))?)"
_CALLED = rf"(?:{_COMMAND}|{_IN_JOB}|(?:{_WITH_VALUE} )*{_WITH_VALUE})"
_BRACKET = r" \((?P<python>[^()]*(?:\([^()]*\)[^()]*)*) in Python\)"

BOTH = re.compile(rf"{_CALLED}(?:\.\.\.)?{_BRACKET}")
ONLY_PYTHON = re.compile(_BRACKET)
COMMAND = re.compile(_COMMAND)
OPTION = re.compile(
    rf"(?P<role>{_ROLE}) (?P<of>{_COLUMN})|(?P<option>{_OPTION})(?: (?P<value>{_VALUE}))?"
)


@contextmanager
def by_command() -> Iterator[None]:
    """Within, messages are for people on the command line."""
    before = _BY_COMMAND.set(True)
    try:
        yield
    finally:
        _BY_COMMAND.reset(before)


def spoken(text: str) -> str:
    """A message in the words of who called.

    >>> spoken("Leave --keep-order (shuffle=False in Python) out.")
    'Leave shuffle=False out.'
    >>> spoken("Join islands with --islands nearest, or give the map with --map.")
    'Join islands with islands="nearest", or give the map with map=.'
    >>> with by_command():
    ...     spoken("Leave --keep-order (shuffle=False in Python) out.")
    'Leave --keep-order out.'
    """
    if " in Python)" not in text and "-" not in text and "covey " not in text:
        return text
    if _BY_COMMAND.get():
        return ONLY_PYTHON.sub("", text)
    text = ONLY_PYTHON.sub(r" (\g<python>)", BOTH.sub(lambda found: found["python"], text))
    kept: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        kept.append(_call(found))
        return f"\0{len(kept) - 1}\0"

    # Commands first: their options belong to them, and what Python lacks stays as it is.
    text = OPTION.sub(_argument, COMMAND.sub(put_aside, text))
    return re.sub("\0([0-9]+)\0", lambda found: kept[int(found[1])], text)


def all_spoken(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(spoken, texts))


def _call(found: re.Match[str]) -> str:
    """A command as a call, if Python has it.

    >>> spoken("covey verify URL --beside OUT/"), spoken("with covey sign, and")
    ('covey.verify("URL", beside="OUT/")', 'with covey.sign, and')
    """
    if found["command"] not in FUNCTIONS.split():
        return found[0]
    given = found["given"].strip()
    options = [_argument(each) for each in OPTION.finditer(given)]
    places = [_literal(each) for each in OPTION.sub("", given).split() if each != "..."]
    inside = ", ".join([*places, *options])
    return f"covey.{found['command']}({inside})" if inside else f"covey.{found['command']}"


def _argument(found: re.Match[str]) -> str:
    option, value = found["role"] or found["option"], found["of"] or found["value"]
    if option in ROLES:
        return f"{ROLES[option]}({_role(option, value)})"
    if option in SWITCHES:
        return SWITCHES[option] + (f" {value}" if value else "")
    name = ARGUMENTS.get(option, option.lstrip("-").replace("-", "_"))
    if value is None:
        return f"{name}="
    column, equals, rest = value.strip("'").partition("=")
    if not equals:
        return f"{name}={_literal(value, listed=name in LISTED)}"
    return f"{name}={{{_literal(column)}: {_literal(rest, listed=name in LISTED)}}}"


def _role(option: str, value: str | None) -> str:
    """What a role is made of, from COL, COL=MORE or LAT,LON."""
    _, equals, more = (value or "").strip("'").partition("=")
    if option == "--point" and value:
        lat, _, lon = value.partition(",")
        return f"lat={_literal(lat)}, lon={_literal(lon)}"
    if not equals:
        return ""
    if option == "--ordered":
        return f"order={_literal(more, listed=True)}"
    file, _, key = more.partition(":")
    return _literal(file) + (f", key={_literal(key)}" if key else "")


def _literal(text: str, *, listed: bool = False) -> str:
    bare = text.strip("'")
    if listed:
        return json.dumps(bare.split(","), ensure_ascii=False)
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", bare):
        return bare
    return json.dumps(bare, ensure_ascii=False)
