"""anjana: one level of a hand-made hierarchy for each column, raised where a column has the most
different values, until every class has k records."""

from __future__ import annotations

import contextlib
import io
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.peers.published import Answer, Meaning, Set, answer, meaning_of
from covey.io.trees.read import tree_of
from covey.io.trees.taxonomy import Taxonomy

TOP = "*"

Groups = Mapping[str, Sequence[str]]

PRIMARY = ("Preschool", "1st-4th", "5th-6th", "7th-8th")
SECONDARY = ("9th", "10th", "11th", "12th")
COLLEGE = ("Some-college", "Assoc-voc", "Assoc-acdm")
GRADUATE = ("Masters", "Prof-school", "Doctorate")
LATIN_AMERICA = (
    "Columbia",
    "Cuba",
    "Dominican-Republic",
    "Ecuador",
    "El-Salvador",
    "Guatemala",
    "Haiti",
    "Honduras",
    "Jamaica",
    "Mexico",
    "Nicaragua",
    "Peru",
    "Trinadad&Tobago",
)
ASIA = (
    "Cambodia",
    "China",
    "Hong",
    "India",
    "Iran",
    "Japan",
    "Laos",
    "Philippines",
    "South",
    "Taiwan",
    "Thailand",
    "Vietnam",
)
EUROPE = (
    "England",
    "France",
    "Germany",
    "Greece",
    "Holand-Netherlands",
    "Hungary",
    "Ireland",
    "Italy",
    "Poland",
    "Portugal",
    "Scotland",
    "Yugoslavia",
)
NORTH_AMERICA = ("United-States", "Canada", "Puerto-Rico", "Outlying-US(Guam-USVI-etc)")
WHITE_COLLAR = ("Adm-clerical", "Exec-managerial", "Prof-specialty", "Sales", "Tech-support")
BLUE_COLLAR = (
    "Craft-repair",
    "Farming-fishing",
    "Handlers-cleaners",
    "Machine-op-inspct",
    "Transport-moving",
)
SERVICE = ("Other-service", "Priv-house-serv", "Protective-serv", "Armed-Forces")

LEVELS: Mapping[str, Sequence[Groups]] = {
    "workclass": [
        {
            "government": ("Federal-gov", "Local-gov", "State-gov"),
            "self-employed": ("Self-emp-inc", "Self-emp-not-inc", "Without-pay"),
            "private": ("Private",),
        },
    ],
    "education": [
        {
            "primary": PRIMARY,
            "secondary": SECONDARY,
            "high school": ("HS-grad",),
            "college": COLLEGE,
            "bachelor": ("Bachelors",),
            "graduate": GRADUATE,
        },
        {
            "school": (*PRIMARY, *SECONDARY, "HS-grad"),
            "higher": (*COLLEGE, "Bachelors", *GRADUATE),
        },
    ],
    "marital-status": [
        {
            "married": ("Married-AF-spouse", "Married-civ-spouse"),
            "alone": ("Divorced", "Married-spouse-absent", "Separated", "Widowed"),
            "never": ("Never-married",),
        },
        {
            "was or is": (
                "Married-AF-spouse",
                "Married-civ-spouse",
                "Divorced",
                "Married-spouse-absent",
                "Separated",
                "Widowed",
            ),
            "never married": ("Never-married",),
        },
    ],
    "occupation": [
        {"white collar": WHITE_COLLAR, "blue collar": BLUE_COLLAR, "service": SERVICE},
    ],
    "race": [
        {
            "white": ("White",),
            "other": ("Amer-Indian-Eskimo", "Asian-Pac-Islander", "Black", "Other"),
        },
    ],
    "sex": [],
    "native-country": [
        {
            "North America": NORTH_AMERICA,
            "Latin America": LATIN_AMERICA,
            "Asia": ASIA,
            "Europe": EUROPE,
        },
        {"the Americas": (*NORTH_AMERICA, *LATIN_AMERICA), "elsewhere": (*ASIA, *EUROPE)},
    ],
}
"""Of the labels, from fine to coarse; above the last is the top, which says nothing."""

Steps = Mapping[str, Sequence[int]]
"""Of every ordered column the widths of its levels, from fine to coarse."""

STEPS_OF_AGE: Mapping[str, Steps] = {"fine": {"age": (5, 10, 20, 40)}, "coarse": {"age": (10, 30)}}
SUPPRESSED_AT_MOST = (0, 1, 5, 10)
"""In percent."""


def solve_anjana(frame: Any, quasi: Sequence[str], k: int) -> Iterator[Answer]:
    """With every setting that was tried."""
    original = frame[list(quasi)].astype(object)
    for name, steps in STEPS_OF_AGE.items():
        for percent in SUPPRESSED_AT_MOST:
            who = f"anjana, {name} ages, at most {percent} % suppressed"
            found = _solved(who, original, quasi, k, percent, steps)
            if found is not None:
                yield found


def _solved(
    who: str, original: Any, quasi: Sequence[str], k: int, percent: int, steps: Steps
) -> Answer | None:
    """None where anjana gives up."""
    began = time.perf_counter()
    published, meaning = published_by_anjana(original, quasi, k, percent, steps)
    seconds = time.perf_counter() - began
    if not len(published):
        return None
    return answer(who, seconds, published[list(quasi)], original, k, meaning)


def published_by_anjana(
    frame: Any,
    quasi: Sequence[str],
    k: int,
    percent: int,
    steps: Steps,
    groups: Mapping[str, Sequence[Groups]] = LEVELS,
) -> tuple[Any, Meaning]:
    """All columns; empty where anjana gives up."""
    import pandas as pd
    from anjana.anonymity import k_anonymity

    original = frame.astype(object)
    levels, sets = hierarchies(original, quasi, steps, groups)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        # anjana was written for pandas 2 and refuses the texts of pandas 3.
        with pd.option_context("future.infer_string", False):
            published = k_anonymity(original, [], list(quasi), k, percent, levels)
    return published, meaning_of(sets)


def hierarchies(
    original: Any,
    quasi: Sequence[str],
    steps: Steps,
    groups: Mapping[str, Sequence[Groups]] = LEVELS,
) -> tuple[dict[str, dict[int, Any]], dict[str, dict[Any, Set]]]:
    """As anjana takes them, and what every value of theirs stands for."""
    levels, sets = {}, {}
    for column in quasi:
        values = sorted(original[column].unique())
        if column in steps:
            levels[column], sets[column] = _of_numbers(values, steps[column])
        else:
            levels[column], sets[column] = _of_labels(groups[column], values)
    return levels, sets


def as_trees(original: Any, quasi: Sequence[str], steps: Steps) -> dict[str, Taxonomy]:
    """The same hierarchies, as covey takes them."""
    levels, _ = hierarchies(original.astype(object), quasi, steps)
    found = {}
    for column, own in levels.items():
        rows = zip(*(own[level] for level in sorted(own)), strict=True)
        text = "".join(f"{';'.join(map(str, row))}\n" for row in rows)
        found[column] = tree_of(text, column)
    return found


def _of_numbers(
    numbers: Sequence[int], steps: Sequence[int]
) -> tuple[dict[int, Any], dict[Any, Set]]:
    levels = [_column(numbers)]
    sets: dict[Any, Set] = {number: (number, number) for number in numbers}
    sets[TOP] = (numbers[0], numbers[-1])
    for step in steps:
        lows = [number // step * step for number in numbers]
        levels.append(_column([f"[{low}, {low + step})" for low in lows]))
        for low in lows:
            ends = (max(low, numbers[0]), min(low + step - 1, numbers[-1]))
            sets[f"[{low}, {low + step})"] = ends
    levels.append(_column([TOP] * len(numbers)))
    return dict(enumerate(levels)), sets


def _of_labels(
    levels_of_groups: Sequence[Groups], labels: Sequence[str]
) -> tuple[dict[int, Any], dict[Any, Set]]:
    levels = [_column(labels)]
    sets: dict[Any, Set] = {label: frozenset([label]) for label in labels}
    for groups in levels_of_groups:
        group_of = {label: group for group, members in groups.items() for label in members}
        levels.append(_column([group_of[label] for label in labels]))
        sets |= {group: frozenset(members) & set(labels) for group, members in groups.items()}
    levels.append(_column([TOP] * len(labels)))
    return dict(enumerate(levels)), sets | {TOP: frozenset(labels)}


def _column(values: Sequence[Any]) -> Any:
    """Plain objects, for the same reason."""
    import pandas as pd

    return pd.Series(list(values), dtype=object)
