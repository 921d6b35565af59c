"""The rules of sensitive columns, by their short names: ``diagnosis:l=3,t=0.2``."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from covey.core.errors import InvalidInput, closest
from covey.io.keys import WRITTEN, WrongKind
from covey.requirements.closeness import Closeness
from covey.requirements.diversity import (
    Alpha,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
)
from covey.requirements.requirement import Requirement

RULES: dict[str, Callable[[str, Any], Requirement]] = {
    "l": lambda column, least: DistinctDiversity(column, least),
    "entropy-l": lambda column, least: EntropyDiversity(column, least),
    "recursive": lambda column, pair: RecursiveDiversity(column, *_pair(column, pair)),
    "t": lambda column, t: Closeness(column, t),
    "t-ordered": lambda column, t: Closeness(column, t, ordered=True),
    "alpha": lambda column, alpha: Alpha(column, alpha),
}
"""Requirements by their names in options, job files and certificates."""


def requirement(column: str, rule: str, value: Any) -> Requirement:
    if rule not in RULES:
        raise InvalidInput(
            f"{rule!r} is no rule for the sensitive attribute {column!r}.",
            hint=closest(rule, RULES),
            given=rule,
        )
    return RULES[rule](column, value)


def split_sensitive(text: str) -> tuple[str, list[Requirement]]:
    """
    >>> split_sensitive("illness:l=3,alpha=0.5")
    ('illness', [DistinctDiversity(column='illness', l=3), Alpha(column='illness', alpha=0.5)])
    """
    # At the last colon: the name of a column may hold one.
    column, colon, rest = text.rpartition(":")
    # Without an equals sign it is the name of a column that has a colon.
    if not colon or "=" not in rest:
        return text, []
    rules: dict[str, Any] = {}
    for part in rest.split(","):
        rule, equals, value = part.partition("=")
        if not equals:
            raise InvalidInput(
                f"--sensitive says rules as COL:l=3,t=0.2; given: {text!r}.", given=text
            )
        rule = rule.strip()
        if rule in rules:
            raise InvalidInput(f"{rule} stands twice in {text!r}.", given=text)
        rules[rule] = _number(text, value)
    return column, [requirement(column, rule, value) for rule, value in rules.items()]


class ColumnNames(tuple[str, ...]):
    """Names of columns without rules: a column may really be called ``illness:l=3``."""


def columns_and_rules(given: Any) -> tuple[list[str], list[Requirement]]:
    """The columns and what is asked of them: ``["illness"]``, ``["illness:l=3"]``, or
    ``{"illness": {"l": 3}}`` as a job file has it.

    >>> columns_and_rules({"illness": {"l": 3}, "costs": {}})
    (['illness', 'costs'], [DistinctDiversity(column='illness', l=3)])
    """
    if isinstance(given, ColumnNames):
        return list(given), []
    # A mapping is the form of a job file. Mixed forms are refused below.
    if isinstance(given, Mapping) and all(isinstance(own, Mapping) for own in given.values()):
        return list(given), from_rules(given)
    is_list = isinstance(given, Iterable) and not isinstance(given, Mapping | str)
    names = list(given) if is_list else []
    if not is_list or not all(isinstance(name, str) for name in names):
        raise InvalidInput(
            f"sensitive is a list of columns, or has rules for each; given: {given!r}.",
            hint='For example: sensitive=["diagnosis"], or sensitive={"diagnosis": {"l": 3}}',
            given=given,
        )
    pairs = [split_sensitive(name) for name in names]
    return [column for column, _ in pairs], [rule for _, rules in pairs for rule in rules]


def refuse_unfinished(sensitive: Sequence[str], columns: Sequence[str]) -> None:
    """Refuse a column with a colon and no rule after it, unless there is one of that very name."""
    for text in sensitive:
        column, colon, _ = text.rpartition(":")
        if colon and text not in columns and column in columns:
            raise InvalidInput(
                f"A rule with a number is expected after the colon, as in {column}:l=3,t=0.2;"
                f" given: {text!r}.",
                hint=f"Without rules: --sensitive {shlex.quote(column)} (sensitive={[column]!r} in"
                f" Python). Rules are {', '.join(RULES)}.",
                given=text,
            )


def _number(text: str, value: str) -> Any:
    parts = value.strip().split("/")
    try:
        # Without a point or an exponent a number is whole, as l is, which counts values.
        numbers = [float(part) if any(c in part for c in ".eE") else int(part) for part in parts]
    except ValueError:
        raise InvalidInput(f"{value!r} in {text!r} is not a number.", given=value) from None
    return numbers[0] if len(numbers) == 1 else numbers


def _pair(column: str, pair: Any) -> Sequence[Any]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise InvalidInput(
            f"Recursive diversity of {column!r} has two numbers, c and l: recursive=2/3, in a job"
            " file recursive = [2, 3].",
            given=pair,
        )
    return pair


def rules_of(requirements: Sequence[Requirement], column: str) -> dict[str, Any]:
    """The rules of a column as a job file and a certificate have them."""
    found: dict[str, Any] = {}
    for each in requirements:
        if each.column != column:
            continue
        match each:
            case DistinctDiversity():
                found["l"] = each.l
            case EntropyDiversity():
                found["entropy-l"] = each.l
            case RecursiveDiversity():
                found["recursive"] = [each.c, each.l]
            case Closeness():
                found["t-ordered" if each.ordered else "t"] = each.t
            case Alpha():
                found["alpha"] = each.alpha
    return found


def by_column(
    requirements: Sequence[Requirement], columns: Sequence[str]
) -> tuple[Requirement, ...]:
    """The requirements in the order of the columns, as a certificate lists them. A column has each
    rule once."""
    for column in columns:
        own = [each for each in requirements if each.column == column]
        # rules_of has one entry for each rule: with one too few, two rules had the same name.
        if len(rules_of(own, column)) < len(own):
            raise InvalidInput(
                f"Every rule is asked once of a column; of {column!r} one is asked twice:"
                f" {', '.join(each.words() for each in own)}.",
                hint="Leave out the weaker one.",
                given=column,
            )
    found = [each for column in columns for each in requirements if each.column == column]
    return (*found, *(each for each in requirements if each.column is None))


def from_rules(rules: Mapping[str, Mapping[str, Any]]) -> list[Requirement]:
    """What :func:`rules_of` made of the requirements of every column."""
    return [
        requirement(column, rule, value)
        for column, own in rules.items()
        for rule, value in own.items()
    ]


def unordered(error: WrongKind) -> InvalidInput:
    """The same error in words for a sensitive column: only ``t-ordered`` needs an order."""
    return InvalidInput(
        f"{error.message} t-ordered is for values that have an order.",
        hint=f"{error.hint if error.can_be_read else WRITTEN} Correct those rows, or ask for the"
        " same with equal distances, which works"
        f" for values of any kind: --sensitive {shlex.quote(f'{error.given}:t=0.2')}"
        f" (covey.Closeness({error.given!r}, 0.2) in Python).",
        given=error.given,
        **error.aids,
    )


def kinds_of(requirements: Sequence[Requirement], sensitive: Sequence[str]) -> dict[str, str]:
    """How the engine reads each column: as an order only where one is asked for."""
    ordered = {each.column for each in requirements if isinstance(each, Closeness) and each.ordered}
    return {column: "ordered" if column in ordered else "text" for column in sensitive}
