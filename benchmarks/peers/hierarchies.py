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

STEPS_OF_AGE = {"fine": (5, 10, 20, 40), "coarse": (10, 30)}
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
    who: str, original: Any, quasi: Sequence[str], k: int, percent: int, steps: Sequence[int]
) -> Answer | None:
    """None where anjana gives up."""
    began = time.perf_counter()
    published, meaning = published_by_anjana(original, quasi, k, percent, steps)
    seconds = time.perf_counter() - began
    if not len(published):
        return None
    return answer(who, seconds, published[list(quasi)], original, k, meaning)


def published_by_anjana(
    frame: Any, quasi: Sequence[str], k: int, percent: int, steps: Sequence[int]
) -> tuple[Any, Meaning]:
    """All columns; empty where anjana gives up."""
    import pandas as pd
    from anjana.anonymity import k_anonymity

    original = frame.astype(object)
    levels, sets = hierarchies(original, quasi, steps)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        # anjana was written for pandas 2 and refuses the texts of pandas 3.
        with pd.option_context("future.infer_string", False):
            published = k_anonymity(original, [], list(quasi), k, percent, levels)
    return published, meaning_of(sets)


def hierarchies(
    original: Any, quasi: Sequence[str], steps: Sequence[int]
) -> tuple[dict[str, dict[int, Any]], dict[str, dict[Any, Set]]]:
    """As anjana takes them, and what every value of theirs stands for."""
    levels, sets = {}, {}
    for column in quasi:
        values = sorted(original[column].unique())
        build = _of_ages(values, steps) if column == "age" else _of_labels(column, values)
        levels[column], sets[column] = build
    return levels, sets


def as_trees(original: Any, quasi: Sequence[str], steps: Sequence[int]) -> dict[str, Taxonomy]:
    """The same hierarchies, as covey takes them."""
    levels, _ = hierarchies(original.astype(object), quasi, steps)
    found = {}
    for column, own in levels.items():
        rows = zip(*(own[level] for level in sorted(own)), strict=True)
        text = "".join(f"{';'.join(map(str, row))}\n" for row in rows)
        found[column] = tree_of(text, column)
    return found


def _of_ages(ages: Sequence[int], steps: Sequence[int]) -> tuple[dict[int, Any], dict[Any, Set]]:
    levels = [_column(ages)]
    sets: dict[Any, Set] = {age: (age, age) for age in ages}
    sets[TOP] = (ages[0], ages[-1])
    for step in steps:
        lows = [age // step * step for age in ages]
        levels.append(_column([f"[{low}, {low + step})" for low in lows]))
        for low in lows:
            ends = (max(low, ages[0]), min(low + step - 1, ages[-1]))
            sets[f"[{low}, {low + step})"] = ends
    levels.append(_column([TOP] * len(ages)))
    return dict(enumerate(levels)), sets


def _of_labels(column: str, labels: Sequence[str]) -> tuple[dict[int, Any], dict[Any, Set]]:
    levels = [_column(labels)]
    sets: dict[Any, Set] = {label: frozenset([label]) for label in labels}
    for groups in LEVELS[column]:
        group_of = {label: group for group, members in groups.items() for label in members}
        levels.append(_column([group_of[label] for label in labels]))
        sets |= {group: frozenset(members) & set(labels) for group, members in groups.items()}
    levels.append(_column([TOP] * len(labels)))
    return dict(enumerate(levels)), sets | {TOP: frozenset(labels)}


def _column(values: Sequence[Any]) -> Any:
    """Plain objects, for the same reason."""
    import pandas as pd

    return pd.Series(list(values), dtype=object)
