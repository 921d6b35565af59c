"""What somebody learns who knows the algorithm: which tables lead to the release that is seen?

Two adversaries, both stronger than most; both know covey, its options and the release.

sensitive
    knows everybody's quasi-identifiers, and so everybody's class. Within a class any assignment of
    its sensitive values to its people is possible, unless another release would have followed from
    it. Without rules for sensitive attributes none is excluded, which the campaign requires; with
    them some are, which it measures.
quasi
    knows every record but one, and of that one all but an ordered value. Any value of the published
    range is possible, unless another release would have followed from it.

All that is left is taken to be equally likely. ``python -m attacks.minimality`` prints the figures
of docs/explanation/attacks.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from attacks.broken import require
from attacks.case import Campaign, Case

DOMAIN = 24
"""Ordered values are whole numbers from 0 to this."""
MOST = 150
"""Tables that are tried for one release; those with more are drawn again."""
RULES: tuple[Mapping[str, Any], ...] = (
    {},
    {"l": 2},
    {"alpha": 0.5},
    {"t": 0.3},
    {"entropy-l": 1.8},
)

Record = tuple[int, str, str]
"""Age, town, illness."""
Seen = tuple[Counter[Any], Any]
"""The rows of a release in no order, and its claims."""


@dataclass(frozen=True)
class Setting:
    """A table and what is asked of it."""

    records: tuple[Record, ...]
    k: int
    rules: Mapping[str, Any]
    towns: bool

    def words(self) -> str:
        return f"k={self.k} {dict(self.rules)} towns={self.towns} {self.records}"


@dataclass(frozen=True)
class Release:
    """What the adversary sees, and the published texts of every record."""

    seen: Seen
    texts: tuple[tuple[str, ...], ...]


@dataclass
class Learned:
    """Over all people that an adversary was after: how sure he is without knowing the algorithm,
    how sure with it."""

    people: int = 0
    surer: int = 0
    certain: int = 0
    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)

    def add(self, before: Fraction, after: Fraction) -> None:
        self.people += 1
        self.surer += after > before
        self.certain += after == 1 > before
        self.before.append(float(1 / before))
        self.after.append(float(1 / after))


def draw(rng: Random, rules: Mapping[str, Any]) -> Setting:
    count = rng.randint(5, 8)
    towns = rng.random() < 0.5
    records = tuple(
        (
            rng.randint(0, DOMAIN),
            rng.choice("ab"),
            rng.choice("uuv" if rng.random() < 0.5 else "uv"),
        )
        for _ in range(count)
    )
    return Setting(records, rng.randint(2, 3), rules, towns)


def publish(setting: Setting, records: Sequence[Record]) -> Release | None:
    """None if there is no release."""
    import pyarrow

    import covey

    ages, towns, ills = map(list, zip(*records, strict=True))
    quasi: dict[str, Any] = {"age": covey.Ordered()}
    columns = {"age": ages, "ill": ills}
    if setting.towns:
        columns["town"] = towns
        quasi["town"] = covey.Labels()
    try:
        made = covey.anonymize(
            pyarrow.table(columns),
            k=setting.k,
            quasi=quasi,
            sensitive={"ill": setting.rules} if setting.rules else {},
            shuffle=False,
        )
    except (covey.Infeasible, covey.InvalidInput):
        return None
    table = made.table.to_pydict()
    texts = tuple(zip(*(table[name] for name in quasi), strict=True))
    said = made.certificate.to_dict()
    claims = {name: said[name] for name in ("cost", "lower_bound", "proof", "notes")}
    rows = Counter(zip(texts, table["ill"], strict=True))
    return Release((rows, claims), texts)


def assignments(setting: Setting, release: Release) -> Iterator[tuple[Record, ...]]:
    """All tables with the same people in the same classes, and other illnesses within each."""
    classes: dict[Any, list[int]] = {}
    for at, texts in enumerate(release.texts):
        classes.setdefault(texts, []).append(at)
    members = list(classes.values())
    ways = [sorted(_orders([setting.records[at][2] for at in own])) for own in members]
    for chosen in product(*ways):
        records = list(setting.records)
        for own, ills in zip(members, chosen, strict=True):
            for at, ill in zip(own, ills, strict=True):
                records[at] = (*records[at][:2], ill)
        yield tuple(records)


def _orders(values: Sequence[str]) -> set[tuple[str, ...]]:
    """All orders of values, of which some are equal."""
    if not values:
        return {()}
    found = set()
    for value in set(values):
        rest = list(values)
        rest.remove(value)
        found |= {(value, *order) for order in _orders(rest)}
    return found


def attack_sensitive(setting: Setting) -> Learned | None:
    """None if there is no release, or too many tables to try."""
    release = publish(setting, setting.records)
    if release is None:
        return None
    tables = []
    for records in assignments(setting, release):
        tables.append(records)
        if len(tables) > MOST:
            return None
    same = [records for records in tables if _leads_to(setting, records, release)]
    require(setting.records in same, f"the same table gave two releases: {setting.words()}")
    if not setting.rules:
        lost = len(tables) - len(same)
        require(not lost, f"classes depend on a column that has no role: {setting.words()}")
    learned = Learned()
    for person in range(len(setting.records)):
        learned.add(_surest(tables, person), _surest(same, person))
    return learned


def _leads_to(setting: Setting, records: Sequence[Record], release: Release) -> bool:
    other = publish(setting, records)
    return other is not None and other.seen == release.seen and other.texts == release.texts


def _surest(tables: Sequence[Sequence[Record]], person: int) -> Fraction:
    """The share of the most likely illness of a person."""
    counts = Counter(records[person][2] for records in tables)
    return Fraction(max(counts.values()), len(tables))


def attack_quasi(setting: Setting, target: int) -> Learned | None:
    """The age of one person."""
    release = publish(setting, setting.records)
    if release is None:
        return None
    low, high = _ends(release.texts[target][0])
    possible = range(max(low, 0), min(high, DOMAIN + 1))
    left = 0
    for age in possible:
        records = list(setting.records)
        records[target] = (age, *records[target][1:])
        other = publish(setting, records)
        left += other is not None and other.seen == release.seen
    require(left, f"the same table gave two releases: {setting.words()}")
    learned = Learned()
    learned.add(Fraction(1, len(possible)), Fraction(1, left))
    return learned


def _ends(text: str) -> tuple[int, int]:
    """The whole numbers of a published range, from the first to that after the last.

    >>> _ends("3-6"), _ends("8"), _ends("< 5"), _ends(">= 20")
    ((3, 7), (8, 9), (0, 5), (20, 25))
    """
    if text in ("any value", "*"):
        return 0, DOMAIN + 1
    if text.startswith("< "):
        return 0, int(text[2:])
    if text.startswith(">= "):
        return int(text[3:]), DOMAIN + 1
    low, _, high = text.partition("-")
    return int(low), int(high or low) + 1


def attack(case: Case) -> None:
    rules = case.rng.choice(RULES)
    setting = draw(case.rng, rules)
    case.trying(f"sensitive: {setting.words()}")
    learned = attack_sensitive(setting)
    if learned is not None:
        kind = "with rules" if rules else "without rules"
        case.tally(f"people, illness {kind}", learned.people)
        case.tally(f"surer, illness {kind}", learned.surer)
        case.tally(f"certain, illness {kind}", learned.certain)
    case.trying(f"quasi: {setting.words()}")
    learned = attack_quasi(setting, case.rng.randrange(len(setting.records)))
    if learned is not None:
        case.tally("people, age", learned.people)
        case.tally("surer, age", learned.surer)
        case.tally("certain, age", learned.certain)


CAMPAIGN = Campaign(
    "minimality",
    "classes that depend on columns without a role; how much an adversary learns who knows the"
    " algorithm",
    attack,
    smoke=1,
)


def figures(tables: int, seed: int = 0) -> str:
    """As many tables for each adversary and rule, as lines of a table in Markdown."""
    lines = []
    for rules in RULES:
        rng, all_of_them = Random(f"minimality {seed} {rules}"), Learned()
        found = 0
        while found < tables:
            learned = attack_sensitive(draw(rng, rules))
            if learned is not None:
                found += 1
                _join(all_of_them, learned)
        lines.append(_line(f"illness; {_said(rules)}", tables, all_of_them))
    for rules in RULES[:2]:
        rng, all_of_them = Random(f"minimality quasi {seed} {rules}"), Learned()
        while all_of_them.people < tables:
            setting = draw(rng, rules)
            learned = attack_quasi(setting, rng.randrange(len(setting.records)))
            if learned is not None:
                _join(all_of_them, learned)
        lines.append(_line(f"age; {_said(rules)}", tables, all_of_them))
    return "\n".join(lines)


def _said(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{rule}={value}" for rule, value in rules.items()) or "k alone"


def _join(one: Learned, other: Learned) -> None:
    one.people += other.people
    one.surer += other.surer
    one.certain += other.certain
    one.before += other.before
    one.after += other.after


def _line(name: str, tables: int, learned: Learned) -> str:
    before, after = (sum(part) / len(part) for part in (learned.before, learned.after))
    surer, certain = (f"{part / learned.people:.1%}" for part in (learned.surer, learned.certain))
    figures = (name, tables, learned.people, f"{before:.2f}", f"{after:.2f}", surer, certain)
    return f"| {' | '.join(map(str, figures))} |"


if __name__ == "__main__":
    print(figures(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
