"""Messages in the words of the caller: options of the command line, arguments of Python, or the
controls of the page.

A message is written once, with options as the command line has them. ``spoken`` turns them into
arguments where Python called: ``--map`` is ``map=``, and ``--islands nearest`` is
``islands="nearest"``. Where that rule does not give Python's words, these follow in brackets, as in
``--keep-order (shuffle=False in Python)``: the command line leaves such brackets out. A bracket
counts only directly behind an option, a command, "in a job" or "on a terminal".

The page has names of its own for what it can set: ``--na n/a`` is "Marks of missing values" set to
"n/a". What it cannot set is a key of a job file, which it can open.

Names of files and columns are in the message, too. They are never to be changed: in doubt a text
stays as it is.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import PurePath

_PYTHON, _COMMAND_LINE, _PAGE = "python", "command", "page"
_CALLER = ContextVar("caller", default=_PYTHON)

FUNCTIONS = (
    "analyze anonymize apply check compare explain explore look risk sign suggest tabulate verify"
)
"""Commands that are functions of covey, too."""
ARGUMENTS = {
    "-o": "out",
    "-k": "k",
    "--output": "out",
    "--group": "groups",
    "--area-loss": "loss",
    "--round": "round_to",
}
"""Options that Python calls otherwise."""
SWITCHES = {
    "--keep-order": "shuffle=False",
    "--header": "header=True",
    "--no-header": "header=False",
    **{
        f"--{name.replace('_', '-')}": f"{name}=True"
        for name in (
            "escape_formulas",
            "keep_combinations",
            "overwrite",
            "planarity",
            "strict",
            "tight",
            "trim",
        )
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

CONTROLS = {
    "--na": "Marks of missing values",
    "--decimal": "Decimal separator",
    "--thousands": "Mark between thousands",
    "--date-format": "Format of dates",
    "--trim": "Blanks around values are not part of them",
    "--encoding": "Encoding",
    "--header": "First row",
    "--no-header": "First row",
    "-k": "k",
    "--preset": "Preset",
    "--recoding": "Recoding",
    "--suppress": "Records that may be withheld",
    "--missing": "Records without a value",
    "--time-limit": "Time limit in seconds",
    "--escape-formulas": "Escape formulas",
    "--islands": "Areas without neighbours",
    "--within": "Regions stay within",
    "--bands": "Ranges begin and end at",
    "--pseudonym": "Publish pseudonyms by your owner key",
    "-o": "Folder of the release",
    "--output": "Folder of the release",
    "--overwrite": "Replace a former release there",
}
"""Options that the page has, by the names of their controls."""
SET_TO = {
    ("--recoding", "local"): "every class its own",
    ("--recoding", "nested"): "nested sets",
    ("--recoding", "global"): "the same for all classes",
    ("--missing", "own"): "are published as missing",
    ("--missing", "suppress"): "are left out",
    ("--missing", "error"): "are an error",
    ("--islands", "own"): "are regions by themselves",
    ("--islands", "nearest"): "join the nearest area",
    ("--islands", "fail"): "are an error",
    ("--header", None): "names the columns",
    ("--no-header", None): "is a record",
}
"""Values that the page calls otherwise."""
TREATED_AS = {
    "--code": "Codes",
    "--drop": "Leave out",
    "--group": "Group",
    "--keep-common": "Labels, common ones stay",
    "--label": "Labels",
    "--ordered": "Ordered",
    "--person": "Person",
    "--point": "Place",
    "--region": "Areas of a map",
    "--sensitive": "Sensitive",
    "--tree": "Labels below a tree",
}
"""Options that say what a column is, by what the page calls it."""

MAPPED = ("na", "groups", "assign", "context", "decimal", "thousands", "date_format", "bands")
"""Arguments that take a mapping where the command line has NAME=VALUE."""
LONGEST = 2_000
"""Letters of a message. What is longer has many names of the table in it, and is left alone."""

# Contents of the user stand in quotes: as ``repr`` or JSON writes a text, or as a shell reads it.
_QUOTED = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_SHELL = r"""(?:'[^']*'(?:"'"'[^']*')*|"[^"]*")"""
_WORD = r"[^\s'\"(),;]*[^\s'\"(),;.:]"
_CHOICE = "|".join(map(re.escape, CHOICES.split()))
# A file has an ending; most other values have a digit, a capital, or something between two words.
_FREE = rf"(?=[^\s(]*[0-9=:/A-Z]|\S+[.,][a-z]){_WORD}(?:,{_WORD})*/?"
_VALUE = rf"(?:{_SHELL}|(?:{_CHOICE})(?![\w'])|{_FREE})"
_COLUMN = rf"(?:{_SHELL}|{_WORD}(?:,{_WORD})*)"
_OPTION = r"(?<![\w-])(?:--[a-z][a-z-]*[a-z]|--[xy]|-[ok](?![\w-]))"
# What follows these is a column, whatever it is called.
_ROLE = rf"(?<![\w-])(?:--drop|{'|'.join(ROLES)})(?= {_COLUMN})"
_ANY = rf"(?!--[a-z])(?:{_SHELL}|[^\s'\"()])+"
_PLACE = rf"{_ANY}(?= -)"
# A name that goes on, or has an ending, is one of a file.
_COVEY = r"(?<![\w./-])covey (?:solve )?(?P<{0}>[a-z]+)(?![\w/-]|\.\w)"
# Atomic groups and possessive repeats: a message holds names that others chose, and must not be
# matched in ever more ways the longer they are.
_COMMAND = (
    rf"{_COVEY.format('command')}"
    rf"(?P<given>(?: (?>\.\.\.|{_ROLE} {_COLUMN}|{_OPTION}(?: {_VALUE})?|{_VALUE}|{_PLACE}))*+)"
)
# In front of a bracket every word behind an option is its value.
_SET = rf"(?>{_OPTION}(?: (?!(?:and|or) -){_ANY})?)"
_IN_JOB = r'[a-z_]+ = "?\w+"? in a job'
_EXPLAINED = (
    rf"(?P<words>(?:{_COVEY.format('explained')}(?: (?>\.\.\.|{_SET}|{_VALUE}|{_PLACE}))*+"
    rf"|{_IN_JOB}|on a terminal|{_SET}(?: {_SET})*+)(?:\.\.\.)?)"
    rf" \((?P<python>(?:{_QUOTED}|[^()'\"]|\((?:{_QUOTED}|[^()'\"])*+\))*?) in Python\)"
)
_ARGUMENT = rf"(?P<role>{_ROLE}) (?P<of>{_COLUMN})|(?P<option>{_OPTION})(?: (?P<value>{_VALUE}))?"

TEXT = re.compile(rf"(?P<quoted>(?<!\w){_QUOTED})|{_EXPLAINED}|{_COMMAND}|{_ARGUMENT}", re.DOTALL)
ARGUMENT = re.compile(_ARGUMENT)
PLACE = re.compile(_ANY)
CERTAIN = re.compile(_VALUE)


@contextmanager
def by_command() -> Iterator[None]:
    """Within, messages are for people on the command line."""
    with _by(_COMMAND_LINE):
        yield


@contextmanager
def by_page() -> Iterator[None]:
    """Within, messages are for people on the page."""
    with _by(_PAGE):
        yield


@contextmanager
def _by(caller: str) -> Iterator[None]:
    before = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(before)


def spoken(text: str, given: object = None) -> str:
    """A message in the words of who called. Quoted texts are contents of the user, and so is what
    was ``given``: they stay as they are.

    >>> spoken("Leave --keep-order (shuffle=False in Python) out.")
    'Leave shuffle=False out.'
    >>> spoken("Join islands with --islands nearest, or give the map with --map.")
    'Join islands with islands="nearest", or give the map with map=.'
    >>> with by_command():
    ...     spoken("Leave --keep-order (shuffle=False in Python) out.")
    'Leave --keep-order out.'
    >>> with by_page():
    ...     spoken("Join islands with --islands nearest.")
    'Join islands with "Areas without neighbours" set to "join the nearest area".'
    """
    # Most messages name no option, and are spared the search.
    if len(text) > LONGEST or ("-" not in text and " (" not in text and "covey " not in text):
        return text
    own = str(given) if isinstance(given, str | PurePath) else ""
    # A file may be called like an option. The text is taken apart around its name, which stays.
    if own and own in text and TEXT.sub(_for_caller, own) != own:
        return own.join(map(spoken, text.split(own)))
    return TEXT.sub(_for_caller, text)


def all_spoken(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(spoken, texts))


def is_command() -> bool:
    """Whether the command line called."""
    return _CALLER.get() == _COMMAND_LINE


def gives_texts() -> bool:
    """Whether what was given are texts, as of options and of the fields of the page, and no values
    of Python."""
    return _CALLER.get() != _PYTHON


def _for_caller(found: re.Match[str]) -> str:
    if _CALLER.get() == _PAGE:
        return _on_page(found)
    if found["words"] is not None:
        return found["words"] if is_command() else found["python"]
    if is_command() or found["quoted"]:
        return found[0]
    return _argument(found) if found["command"] is None else _call(found)


def _on_page(found: re.Match[str]) -> str:
    """A command stays one: the page has no other name for it."""
    if found["words"] is not None:
        return ARGUMENT.sub(_control, found["words"]) if not found["explained"] else found["words"]
    return found[0] if found["quoted"] or found["command"] else _control(found)


def _control(found: re.Match[str]) -> str:
    option, value = found["role"] or found["option"], found["of"] or found["value"]
    return control(option, None if value is None else _bare(value))


def control(option: str, value: str | None = None) -> str:
    """What the page calls an option and its value.

    >>> control("--label", "town"), control("--escape-formulas"), control("--unmapped", "suppress")
    ('"town" as "Labels"', '"Escape formulas"', 'unmapped = "suppress" in a job file')
    """
    if option in TREATED_AS:
        column = (value or "").partition("=")[0]
        return " as ".join(_text(each) for each in (column, TREATED_AS[option]) if each)
    if option in CONTROLS:
        own = SET_TO.get((option, value), value)
        return " set to ".join(_text(each) for each in (CONTROLS[option], own) if each)
    if option in SWITCHES:
        return f"{SWITCHES[option].lower().replace('=', ' = ')} in a job file"
    name = option.lstrip("-").replace("-", "_")
    return f"{name} in a job file" if value is None else f"{name} = {_text(value)} in a job file"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _call(found: re.Match[str]) -> str:
    """A command as a call, if Python has it and all words behind it are understood.

    >>> spoken("covey verify URL --beside OUT/"), spoken("with covey sign, and")
    ('covey.verify("URL", beside="OUT/")', 'with covey.sign, and')
    >>> spoken("covey anonymize t.csv -k 5 --ordered age")
    'covey anonymize t.csv -k 5 --ordered age'
    """
    given = found["given"]
    options = list(ARGUMENT.finditer(given))
    places = [each for each in PLACE.findall(ARGUMENT.sub("", given)) if each != "..."]
    # A command becomes a call only if every word is understood: half of a call would mislead.
    known = found["command"] in FUNCTIONS.split() and all(map(CERTAIN.fullmatch, places))
    if not known or any(each["role"] in ROLES or each["option"] in ROLES for each in options):
        return found[0]
    inside = ", ".join([*map(_literal, places), *map(_argument, options)])
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
    column, equals, rest = _bare(value).partition("=")
    if name not in MAPPED or not equals:
        return f"{name}={_literal(value, listed=name in LISTED)}"
    return f"{name}={{{_literal(column)}: {_literal(rest, listed=name in LISTED)}}}"


def _role(option: str, value: str | None) -> str:
    """What a role is made of, from COL, COL=MORE or LAT,LON."""
    _, equals, more = _bare(value or "").partition("=")
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
    bare = _bare(text)
    if listed:
        return json.dumps(bare.split(","), ensure_ascii=False)
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", bare):
        return bare
    return json.dumps(bare, ensure_ascii=False)


def _bare(text: str) -> str:
    """Without the quotes of a shell.

    >>> _bare(shlex.quote("it's")), _bare("it")
    ("it's", 'it')
    """
    return shlex.split(text)[0] if text[:1] in ("'", '"') else text
