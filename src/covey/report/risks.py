"""What others could find before and can find now, by the kinds of attackers and of risk that
regulators name. Every figure is one of the measures; the words say what it covers and what not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from covey.core.count_notes import HAVE, CountNote
from covey.core.words import listed, plural
from covey.measures.exposure import Exposure, Found
from covey.measures.measures import Sensitive
from covey.measures.uniqueness import Uniqueness
from covey.measures.words import percent
from covey.report.decision import besides_k, quasi
from covey.report.facts import UNDOES, Facts

NAMED = 10
"""Columns that are named where there may be many."""
MODELS = {
    "pitman": "Pitman's model",
    "zayatz": "Zayatz's model",
    "negative binomial": "the negative binomial model",
}
NOT_TRIED = "not tried"
STAYED = "the combinations stayed in the engine (--keep-combinations)"
UNDOING_SOUGHT = (
    "Columns published as they are were tested for what they tell of the columns that were"
    " generalized: alone, in pairs, and to those who know another such column"
)
REPEATED_SOUGHT = "Columns that may distinguish people were searched for values that repeat"
SUBSETS = 3
"""Subsets of a size that are shown: those by which most were unique."""


class Attacker(NamedTuple):
    """Who might try, what they are assumed to know, and how they fare at best."""

    name: str
    knows: str
    chance: str


class Change(NamedTuple):
    """A figure before and after; ``before`` is empty where it is not known."""

    name: str
    before: str
    after: str
    meaning: str


class Criterion(NamedTuple):
    """One of the three risks of the Article 29 Working Party's opinion 05/2014 (WP216)."""

    name: str
    question: str
    figures: tuple[str, ...]


class Trial(NamedTuple):
    """Something that was tried, and what came of it."""

    name: str
    outcome: str
    found: str


ALONE_BY_PSEUDONYM = "people unique by their pseudonym's classes"
BELOW_BY_PSEUDONYM = "people below k by their pseudonym's classes"


def attackers(facts: Facts) -> list[Attacker]:
    known, risk = quasi(facts), facts.measures.risk
    # Somebody with many records may have most records of a class: people are counted there.
    found = "the right record" if facts.unit == "record" else "the right person"
    weighted = facts.before is not None and facts.before.weighted
    population = (
        "no table of the population was given, so the prosecutor's figure stands for this one"
        if risk.population is None
        else f"by sampling weights, which stand for {risk.population:,} people"
        if weighted
        else f"by {risk.population:,} people of the population who have a combination of the table"
    )
    return [
        Attacker(
            "prosecutor",
            f"knows {known} of one person exactly, and that this person is in the table",
            f"finds {found} with a chance of at most {percent(risk.prosecutor.highest)}",
        ),
        Attacker(
            "journalist",
            f"knows {known} of one person, and not whether this person is in the table",
            f"at most {percent(risk.journalist.highest)}: {population}",
        ),
        Attacker(
            "marketer",
            f"has a list of everybody with {known}, and links it to all records",
            f"can expect to be right for {percent(risk.marketer)} of the {facts.units}",
        ),
    ]


def changes(facts: Facts) -> list[Change]:
    """Risk before and after, by all quasi-identifiers together."""
    now, was, many = facts.measures, facts.before, facts.units
    risk, then = now.risk, None if was is None else was.risk
    # Sums people where people are counted: sizes are in the unit of k.
    low = 0 if facts.safe else sum(size for size in facts.class_sizes if size < facts.k)
    weighted = was is not None and was.weighted
    above = f"with a risk above {percent(risk.threshold)}"
    # Name, before, after, meaning. "before" is None or empty where the original is not known.
    rows = [
        (
            "smallest class",
            was and f"{was.found.smallest:,}",
            f"{now.k:,}",
            f"the fewest {many} that look alike",
        ),
        (
            f"unique {many}",
            was and _of(was.found.unique, was),
            f"{now.sample_uniques:,}",
            "alone with their values",
        ),
        (
            f"{many} in classes below k",
            was and _of(was.found.below, was),
            f"{low:,}",
            f"among fewer than {facts.k:,}",
        ),
        (
            "prosecutor risk, highest",
            then and percent(then.prosecutor.highest),
            percent(risk.prosecutor.highest),
            "1 / the smallest class",
        ),
        (
            "prosecutor risk, average",
            then and percent(then.prosecutor.average),
            percent(risk.prosecutor.average),
            f"over all {many}",
        ),
        (
            f"{many} at prosecutor risk",
            then and percent(then.prosecutor.at_risk),
            percent(risk.prosecutor.at_risk),
            above,
        ),
        (
            "journalist risk, highest",
            # By weights, the highest one may be that of a single record, whose weight it tells.
            then and ("not shown" if weighted else percent(then.journalist.highest)),
            percent(risk.journalist.highest),
            "at most the prosecutor's",
        ),
        (
            "marketer risk",
            then and percent(then.marketer),
            percent(risk.marketer),
            f"of all {many}, those whom somebody who links everybody gets right",
        ),
    ]
    found = [Change(name, before or "", after, words) for name, before, after, words in rows]
    return found + _in_population(facts) + _by_pseudonyms(facts) + _estimates(facts)


def _in_population(facts: Facts) -> list[Change]:
    """Who is alone in the table of the population, where there is one."""
    was, risk = facts.before, facts.measures.risk
    if was is None or was.alone is None:
        return []
    # With a highest risk below 1, nobody's class has only one person of the population.
    after = "0" if risk.journalist.highest < 1 else "some"
    words = "counted in the table of the population"
    return [Change(f"{facts.units} alone in the population", _of(was.alone, was), after, words)]


def _by_pseudonyms(facts: Facts) -> list[Change]:
    """What k is by all classes of a person, where pseudonyms show these."""
    own = facts.linked
    if own is None:
        return []
    words = "by all classes that a pseudonym is in"
    return [
        Change(ALONE_BY_PSEUDONYM, "", f"{own.alone:,} of {own.people:,}", words),
        Change(BELOW_BY_PSEUDONYM, "", f"{own.few:,} of {own.people:,}", words),
    ]


def _estimates(facts: Facts) -> list[Change]:
    """How many people of the population are unique, as models estimate, where its size is known."""
    after = facts.measures.uniqueness
    if after is None:
        return []
    was = None if facts.before is None else facts.before.uniqueness
    sample = f"of {after.population:,} people, estimated from the table"
    if facts.before is not None and facts.before.weighted:
        sample += " and the sampling weights"
    if facts.person:
        sample += ", in which everybody counts once in every class"
    chosen = "not known" if was is None or was.chosen is None else MODELS[was.chosen]
    shares = [
        Change(
            "unique in the population",
            "" if was is None else _share_of(was),
            _share_of(after),
            f"{sample}; before by Dankar's choice: {chosen}",
        )
    ]
    return shares + [
        Change(f"the same by {name}", "" if was is None else of(was), of(after), "")
        for name, of in BY_MODEL.items()
    ]


def _share_of(found: Uniqueness) -> str:
    if found.uniques is None or found.share is None:
        return "no model fits"
    return f"{found.uniques:,.0f} ({percent(found.share)})"


def _estimate(value: float | None) -> str:
    return "does not fit" if value is None else f"{value:,.0f}"


BY_MODEL: dict[str, Callable[[Uniqueness], str]] = {
    MODELS["pitman"]: lambda found: _estimate(found.pitman),
    MODELS["zayatz"]: lambda found: _estimate(found.zayatz),
    MODELS["negative binomial"]: lambda found: _estimate(found.negative_binomial),
}


def _of(part: int, was: Exposure) -> str:
    return f"{part:,} ({percent(part / was.people)})"


def subsets(facts: Facts) -> list[Found]:
    """By which one, two and three columns most were unique in the original."""
    was = facts.before
    if was is None:
        return []
    # Subsets only: all columns together are the row of their own above.
    sizes = range(1, min(was.up_to, len(was.columns) - 1) + 1)
    return [each for size in sizes for each in was.of_size(size)[:SUBSETS]]


def criteria(facts: Facts) -> list[Criterion]:
    return [
        Criterion(
            "Singling out",
            "Can somebody isolate the records of one person?",
            tuple(_singling_out(facts)),
        ),
        Criterion(
            "Linkability",
            "Can records of one person be linked, in this table or with another one?",
            tuple(_linkability(facts)),
        ),
        Criterion(
            "Inference",
            "Can somebody conclude a value of a person without finding the record?",
            tuple(_inference(facts)),
        ),
    ]


def _singling_out(facts: Facts) -> Iterator[str]:
    known, now = quasi(facts), facts.measures
    yield (
        f"By {known}: the smallest class has {plural(now.k, facts.unit)}, and"
        f" {now.sample_uniques:,} {'is' if now.sample_uniques == 1 else 'are'} unique."
    )
    if facts.before is not None:
        yield f"In the original {_of(facts.before.found.unique, facts.before)} were unique by them."
    if facts.repeated:
        yield "One person may have several of the records of a class: see the warnings."
    undoing = _undoing(facts)
    if undoing:
        tell = "tells" if len(undoing) == 1 else "tell"
        yield (
            f"By what {listed(undoing, at_most=NAMED)} {tell} of them: some are among fewer than k,"
            " see the warnings."
        )
    if facts.passing:
        be = "is" if len(facts.passing) == 1 else "are"
        yield (
            f"By {listed(facts.passing, at_most=NAMED)}, which {be} published unchanged: not"
            " protected. Anyone who knows these of a person may combine them with the class."
        )


def _undoing(facts: Facts) -> list[str]:
    """Published columns that undo quasi-identifiers."""
    return [each.column for each in facts.variables if UNDOES in each.exposed]


def _linkability(facts: Facts) -> Iterator[str]:
    risk = facts.measures.risk
    yield (
        f"With a list of people that has {quasi(facts)}: {percent(risk.marketer)} of all links are"
        f" right on average, {percent(risk.prosecutor.highest)} at most for one person."
    )
    if facts.pseudonym:
        yield (
            "Within this release: the records of one person have one pseudonym, so they are"
            " linked, on purpose."
        )
        if facts.linked is not None:
            yield f"By all classes that a pseudonym is in, {facts.linked.words(facts.k)}."
    elif facts.person:
        yield "Within this release: nothing says which records are of one person."
    if facts.several:
        words = "records in several classes"
        # Small numbers of people are not told to readers of the release.
        people = CountNote(facts.several, "person", words, HAVE).for_others(facts.k)
        yield (
            f"{people[0].upper()}{people[1:]}: somebody who knows what such a person's records say"
            " in each of them may put these records together. k protects each class by itself."
        )
    elif facts.several == 0:
        yield "Nobody has records in several classes."
    yield (
        "With other releases of the same people: not measured here. covey verify --beside OTHER"
        " counts whom two releases give away together."
    )


def _inference(facts: Facts) -> Iterator[str]:
    for each in facts.measures.sensitive:
        yield (
            f"{each.column}: every class has at least {plural(each.distinct_l, 'different value')};"
            f" the surest guess is right for {percent(each.alpha)} of a class; a class differs from"
            f" the table by at most {' and '.join(_distances(facts, each))}."
        )
    if not facts.measures.sensitive:
        yield (
            "No column was named as sensitive, so nothing was measured. Where all records of a"
            " class agree in a column, the value of everybody in it is known."
        )


def _distances(facts: Facts, each: Sensitive) -> Iterator[str]:
    """The distances that were asked, each as it was checked; without a rule, that of values that
    are equally far apart, which any column has."""
    asked = facts.rules.get(each.column, {})
    if "t-ordered" in asked and each.t_ordered is not None:
        yield (
            f"t = {each.t_ordered:.3g} by the order of the values"
            f" ({asked['t-ordered']:g} was asked)"
        )
    if "t" in asked:
        yield f"t = {each.t_equal:.3g} with all values equally far apart ({asked['t']:g} was asked)"
    if not {"t", "t-ordered"} & set(asked):
        yield f"t = {each.t_equal:.3g} with all values equally far apart (nothing was asked)"


def trials(facts: Facts) -> list[Trial]:
    """What covey did with the release as an intruder would, before it was published."""
    return [
        *_counted_again(facts),
        *_subsets_counted(facts),
        _identifiers_sought(facts),
        *_undoing_sought(facts),
        *_repeated_sought(facts),
        Trial(
            "Other releases of the same people were compared",
            NOT_TRIED,
            "covey verify --beside OTHER counts whom two releases give away together",
        ),
    ]


def _counted_again(facts: Facts) -> Iterator[Trial]:
    now = facts.measures
    yield Trial(
        "The written table was read again and its classes were counted",
        "held" if facts.safe else "FAILED",
        f"{plural(now.classes, 'class')}, the smallest with {plural(now.k, facts.unit)};"
        f" {facts.k:,} was asked",
    )
    if more := besides_k(facts):
        yield Trial(
            "What was asked of every class besides k was counted again", "held", "; ".join(more)
        )


def _subsets_counted(facts: Facts) -> Iterator[Trial]:
    was = facts.before
    if facts.kept:
        yield Trial(
            "People were looked for in the original by all columns that others know",
            NOT_TRIED,
            STAYED,
        )
    if was is None:
        return
    # The most unique by any subset that was counted, all columns included.
    worst = max((*was.subsets, was.found), key=lambda each: each.unique)
    fewer = f" and by every subset of up to {was.up_to} of them" if was.up_to else ""
    yield Trial(
        f"People were looked for in the original by all columns that others know{fewer}",
        "counted",
        f"at most {worst.unique:,} unique, by {', '.join(worst.columns)}; in the release a"
        f" class by any of these columns has at least {plural(facts.measures.k, facts.unit)}",
    )


def _identifiers_sought(facts: Facts) -> Trial:
    return Trial(
        "Columns published as they are were searched for identifiers, by their names and by how"
        " many different values they have, and for dates and places",
        "found" if facts.identifying else "nothing found",
        listed(facts.identifying, at_most=NAMED)
        if facts.identifying
        else "by names in a few languages, shares of different values, and dates",
    )


def _undoing_sought(facts: Facts) -> Iterator[Trial]:
    if not facts.variables:
        return
    undoing = _undoing(facts)
    if facts.kept:
        # Some rows show what may be one, and nothing is counted by class.
        outcome, words = "nothing found", f"none in the rows that were looked at; {STAYED}"
        if facts.uncounted:
            outcome, words = "not counted", f"{facts.uncounted:,} in some rows; {STAYED}"
        if facts.untried:
            words += f"; {plural(facts.untried, 'pair')} not tried"
        yield Trial(UNDOING_SOUGHT, outcome, words)
        return
    outcome, words = "nothing found", "none that brings a class below k"
    if undoing:
        outcome, words = "found", listed(undoing, at_most=NAMED)
    # "Nothing found" would claim too much where not everything was counted.
    elif facts.uncounted:
        outcome, words = "not all counted", "none of those counted brings a class below k"
    if facts.uncounted:
        words += f"; {facts.uncounted:,} more not counted"
    if facts.untried:
        words += f"; {plural(facts.untried, 'pair')} not tried"
    yield Trial(UNDOING_SOUGHT, outcome, words)


def _repeated_sought(facts: Facts) -> Iterator[Trial]:
    # Where people are counted, k is about them already.
    if facts.person:
        return
    if facts.kept:
        yield Trial(REPEATED_SOUGHT, NOT_TRIED, STAYED)
        return
    again = facts.repeated
    yield Trial(
        REPEATED_SOUGHT,
        "found" if again else "nothing found",
        listed(again, at_most=NAMED) if again else "none that brings a class below k people",
    )
