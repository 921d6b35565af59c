"""The decision in a few sentences, and the certificate in words."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.lower_bounds import ONE_ITEM
from covey.core.words import plural, times_the_best, with_records
from covey.measures.words import percent
from covey.report.facts import Answer, Attribute, Facts

SURE = 0.5
"""A guess that is right for a larger share of a class is no longer called safe."""
NOT_PEOPLE = "Records are counted, not people"
ELSEWHERE = "Other columns are published that may give people away"
NOT_MEASURED = (
    "Not measured, because the distinct combinations stayed in the engine (--keep-combinations):"
    " the risks before publication, what an analyst can still find, and whom columns expose that"
    " are published as they are."
)


def standing(facts: Facts) -> str:
    """How the decision is marked: ``unsafe`` if it must not be published, ``caution`` if people may
    be found in spite of k, or ``safe``."""
    # The worst standing first: a table below k is unsafe whatever else is fine.
    if not facts.safe:
        return "unsafe"
    shown = facts.linked.few if facts.linked is not None else 0
    doubts = (
        facts.identifying
        or facts.repeated
        or facts.unnamed
        or facts.k == 1
        or guessed(facts)
        or shown
        # What may give people away was not counted.
        or facts.kept
    )
    return "caution" if doubts else "safe"


def guessed(facts: Facts) -> list[tuple[str, float]]:
    """Sensitive columns of which a guess is right for more than half of some class, and for how
    much of it: few values are no protection where one of them outweighs the others. Not those for
    which such a share was asked."""
    return [
        (each.column, each.alpha)
        for each in facts.measures.sensitive
        # Where alpha was asked, the owner chose the share, and the requirement says it.
        if each.alpha > SURE and "alpha" not in facts.rules.get(each.column, {})
    ]


def headline(facts: Facts) -> str:
    if not facts.safe:
        return "Not k-anonymous: do not publish"
    if facts.k == 1:
        return "k = 1 protects nobody"
    least = plural(facts.k, facts.unit)
    held = f"k-anonymous by {quasi(facts)}: every class has at least {least}"
    # From here on each doubt replaces the plain headline, the gravest first.
    if facts.repeated:
        named = _joined([repr(column) for column in facts.repeated])
        held = f"{held}, but perhaps fewer than {facts.k:,} people, by {named}"
        return f"{held}; and other columns may give people away" if facts.identifying else held
    if facts.unnamed:
        held = f"{held} only if no two records without a value in {facts.person!r} are of one"
    if facts.linked is not None and facts.linked.few:
        held = f"{held}, but by all classes of a pseudonym {facts.linked.words(facts.k)}"
        return f"{held}; and other columns may give people away" if facts.identifying else held
    if facts.identifying:
        return f"{held}, but other columns may give people away"
    if sure := guessed(facts):
        column, share = max(sure, key=lambda each: each[1])
        return f"{held}, but {column!r} can be guessed for up to {percent(share)} of a class"
    if facts.kept:
        return f"{held}; whether other columns give people away was not counted"
    return held


def decision(facts: Facts) -> tuple[str, ...]:
    """What the privacy officer must know: is it safe, what holds besides k, and is it as fine as it
    can be."""
    return *_decided(facts), *([NOT_MEASURED] if facts.kept else [])


def _decided(facts: Facts) -> tuple[str, ...]:
    sizes = facts.class_sizes
    if not facts.safe:
        low = sum(size < facts.k for size in sizes)
        return (
            f"This table must not be published: {plural(low, 'class')} of {len(sizes):,}"
            f" {'has' if low == 1 else 'have'} fewer than {facts.k:,} {facts.units}.",
            f"Somebody who knows a person's {quasi(facts)} would find that person among as few as"
            f" {plural(min(sizes), facts.unit)}.",
        )
    suppressed = (
        "no record was suppressed"
        if not facts.suppressed
        else f"{facts.suppressed:,} of {plural(facts.records_read, 'record')}"
        f" {'was' if facts.suppressed == 1 else 'were'} suppressed"
    )
    # "Shares with at least 0 others" would read like a protection.
    if facts.k == 1:
        alone = "k = 1 alone" if facts.requirements else "k = 1"
        nobody = f"{alone} protects nobody: records may be unique; {suppressed}."
        return nobody, *_besides(facts), _quality(facts), *_exposed(facts)
    columns = sum(len(attribute.columns) for attribute in facts.attributes)
    # People are counted: the sentence must not promise more than one class at a time.
    if facts.person:
        first = (
            f"Each of the {facts.records_published:,} published records shares its {quasi(facts)}"
            f" with records of at least {facts.k - 1:,} other people, distinguished by"
            f" {facts.person!r}, {_if_named(facts)} nobody can be singled out by"
            f" {'it' if columns == 1 else 'them'} in one class; {suppressed}."
            f" {_put_together(facts)}"
        )
        return first, *_besides(facts), _quality(facts), *_exposed(facts)
    first = (
        f"Each of the {facts.records_published:,} published records shares its {quasi(facts)} with"
        f" at least {plural(facts.k - 1, 'other')}, so nobody can be singled out by"
        f" {'it' if columns == 1 else 'them'}; {suppressed}."
    )
    return first, *_besides(facts), _quality(facts), *_exposed(facts)


def _put_together(facts: Facts) -> str:
    if facts.linked is None or not facts.linked.few:
        return (
            "Who can put the records of one person together can compare the classes that these are"
            " in."
        )
    return (
        "Pseudonyms put the records of one person together: by all classes that a pseudonym is in,"
        f" {facts.linked.words(facts.k)}."
    )


def _if_named(facts: Facts) -> str:
    """Under which condition the records of a class are of different people."""
    if not facts.unnamed:
        return "so"
    low = plural(facts.unnamed, "class")
    return (
        f"if every record without a value there is of another person, on which {low}"
        f" {'depends' if facts.unnamed == 1 else 'depend'}; only then"
    )


def quasi(facts: Facts) -> str:
    return _joined([" and ".join(attribute.columns) for attribute in facts.attributes])


def example(facts: Facts) -> str:
    """A class as it is published, where one column alone does not show it."""
    if facts.example is None or not facts.safe:
        return ""
    shown = {None: "(missing)", "": "(empty)"}
    pairs = [(column, shown.get(text, text)) for column, text in facts.example.published]
    published = "; ".join(f"{column}: {text}" for column, text in pairs)
    records = plural(facts.example.records, "record")
    be = "is" if facts.example.records == 1 else "are"
    return f"For instance, {records} {be} published as {published}."


def besides_k(facts: Facts) -> list[str]:
    """What was asked of every class besides k. Where k counts people, that is no further demand."""
    k = f"at least {facts.k:,} people, counted by {facts.person!r}" if facts.person else ""
    return [words for words in facts.requirements if words != k]


def _besides(facts: Facts) -> list[str]:
    """What was asked of every class besides k, and where that leaves little to doubt."""
    more = besides_k(facts)
    asked = [f"Every class also has {_joined(more)}."] if more else []
    return asked + [
        f"In some class {percent(share)} of the {facts.units} have the same value of {column!r}:"
        " anyone who guesses it is right for so many."
        for column, share in guessed(facts)
    ]


def _exposed(facts: Facts) -> list[str]:
    """That k is about the quasi-identifiers alone, where other columns may give people away. The
    warnings of the release name these columns."""
    also = f'{ELSEWHERE}: they are listed under "To be considered".'
    named = _joined([repr(column) for column in facts.repeated]) if facts.repeated else ""
    again = (
        f"{NOT_PEOPLE}: if {named} says who a record is of, some class has"
        f' fewer than {facts.k:,} people, as said under "To be considered".'
    )
    return [*([again] if named else []), *([also] if facts.identifying else [])]


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _quality(facts: Facts) -> str:
    largest = plural(max(facts.class_sizes), facts.unit)
    if facts.answer is None:
        return (
            f"The largest class has {largest}. The classes were made for the records of another"
            " release, so nothing is claimed about how fine they could be for these."
        )
    known = verdict(facts.answer)
    return f"The largest class has {largest}, {known}.{_dominated(facts, facts.answer)}"


def _dominated(facts: Facts, answer: Answer) -> str:
    """Where one value is the largest class by itself, that says nothing about the others."""
    # Only for proofs by one heavy item: then the largest class says nothing of the method.
    sizes = sorted(facts.class_sizes)
    alone = ONE_ITEM in answer.certificate and answer.status == "optimal"
    if not alone or answer.objective == "quadratic" or sizes[-1] < 2 * facts.k:
        return ""
    what = "value" if len(facts.attributes) == 1 else "combination of values"
    if len(sizes) == 1:
        return f" One {what} alone has as many."
    return (
        f" One {what} alone has as many, so every answer{_which(answer)} has such a class: of the"
        f" {plural(len(sizes), 'class')}, the next largest has {plural(sizes[-2], facts.unit)}, and"
        # The lower median, which is a size that occurs.
        f" half of them have {sizes[(len(sizes) - 1) // 2]:,} or fewer."
    )


def verdict(answer: Answer) -> str:
    """How good the answer is known to be."""
    quadratic = answer.objective == "quadratic"
    if answer.status == "optimal":
        smaller = "a lower quadratic cost" if quadratic else "a smaller one"
        return f"and it is proved that no answer{_which(answer)} has {smaller}"
    which = "and the quadratic cost" if quadratic else "which"
    if answer.gap is None:
        return f"{which} may be far from the least possible: how far is not known"
    among = ", among answers that withhold nobody" if answer.nobody else ""
    return f"{which} is proved to be at most {times_the_best(answer.gap)}{among}"


def _which(answer: Answer) -> str:
    """The answers that the bound is about."""
    return " that withholds nobody" if answer.nobody else ""


def certificate(answer: Answer | None, units: str = "records") -> list[str]:
    """The certificate in a few sentences."""
    if answer is None:
        return [
            "The certificate claims k and no bound: the classes are those of another release, whose"
            " fingerprint it has."
        ]
    what = (
        "the sum of size x (size - k) over all classes"
        if answer.objective == "quadratic"
        else f"the number of {units} in the largest class"
    )
    proof = answer.certificate.rstrip(".")
    return [
        f"The answer costs {answer.cost:,}, which is {what}. No answer{_which(answer)} can cost"
        f" less than {answer.lower_bound:,}: {proof}. {_so(answer)}",
        "Nobody has to trust the program that found the answer: with the table, covey verify checks"
        " this lower bound. Its proof is in certificate.json.",
        f"Before it ran, the method {answer.method} promised: {answer.guarantee}.",
    ]


def _so(answer: Answer) -> str:
    """What cost and lower bound say together."""
    if answer.gap is None:
        return "How far the answer is from the best possible is not known."
    if answer.gap == 0:
        return f"So no answer{_which(answer)} is better."
    return f"So the answer is at most {times_the_best(answer.gap)}."


def generalized(attribute: Attribute, alone: bool = True) -> str:
    """What was done to a quasi-identifier, in a sentence. With others, its sets are no classes."""
    sizes = attribute.sizes
    records = with_records(len(sizes), min(sizes), max(sizes))
    value, into = f"different {attribute.kind.value}", attribute.kind.sets
    if not alone:
        return (
            f"{plural(attribute.distinct, value)} became {plural(len(sizes), 'set')}, as {into},"
            f" {records}; a class is one set of every quasi-identifier."
        )
    return (
        f"{plural(attribute.distinct, value)} became {plural(len(sizes), 'class')}, as {into},"
        f" {records}."
    )
