"""Measures in words: for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from covey.core.caller import spoken
from covey.core.dataclass import dataclass
from covey.core.words import in_a_line, plural, plural_of, with_records
from covey.measures.loss import Loss
from covey.measures.measures import Measures, Offending, Sensitive
from covey.measures.uniqueness import Uniqueness


@dataclass(frozen=True)
class Figure:
    """A measure as people read it: what it is called, its value, and what that means."""

    name: str
    value: str
    meaning: str


def _in_all(found: Measures) -> str:
    if found.unit == "person":
        return f"{found.records:,} people in all, each counted once in every class"
    return f"{plural(found.records, found.unit)} in all"


def figures_of_classes(found: Measures) -> list[Figure]:
    many = plural_of(found.unit)
    asked = "" if found.asked is None else f" ({found.asked:,} was asked)"
    alone = "alone in their class"
    if found.unit == "person":
        alone += ", counted in every class where they are"
    rows = [
        Figure("k", f"{found.k:,}", f"the smallest class{asked}: by these, nobody is among fewer"),
        Figure("classes", f"{found.classes:,}", f"of {_in_all(found)}"),
        Figure("largest class", f"{found.largest:,}", f"the most {many} that look alike"),
        Figure(f"unique {many}", f"{found.sample_uniques:,}", alone),
    ]
    if found.excess is not None:
        meaning = f"of the largest class: no answer has one below {found.bound:,}"
        # Right below the largest class, of which it is.
        rows.insert(3, Figure("excess over the bound", percent(found.excess), meaning))
    return rows


def figures_of_risk(found: Measures) -> list[Figure]:
    risk, many = found.risk, plural_of(found.unit)
    above = f"have such a risk above {percent(risk.threshold)}"
    estimated = () if found.uniqueness is None else _figures_of_uniqueness(found.uniqueness, found)
    if risk.population is None:
        journalist = (
            "for somebody who does not know who is in the table: at most the prosecutor's, and"
            " without a table of the population taken as equal to it"
        )
    else:
        journalist = (
            f"somebody who does not know who is in the table finds a {found.unit} with at most this"
            f" chance, among {plural(risk.population, 'record')} of the population"
        )
    return [
        Figure(
            "prosecutor risk, highest",
            percent(risk.prosecutor.highest),
            "somebody who knows these of a person, and that the person is in the table, finds the"
            f" {'record' if found.unit == 'record' else 'right person'} with at most this chance",
        ),
        Figure(
            "prosecutor risk, average",
            percent(risk.prosecutor.average),
            f"the same, over all {many}",
        ),
        Figure(f"{many} at prosecutor risk", percent(risk.prosecutor.at_risk), above),
        Figure("journalist risk, highest", percent(risk.journalist.highest), journalist),
        Figure(
            "journalist risk, average",
            percent(risk.journalist.average),
            f"the same, over all {many}",
        ),
        Figure(f"{many} at journalist risk", percent(risk.journalist.at_risk), above),
        Figure(
            "marketer risk",
            percent(risk.marketer),
            f"of all {many}, how many somebody who links every one can expect to get right",
        ),
        *estimated,
    ]


def _figures_of_uniqueness(found: Uniqueness, of: Measures) -> list[Figure]:
    people = f"of {found.population:,} people, of whom {percent(found.sampled)} are in the table"
    if of.unit == "person":
        people = (
            f"of {found.population:,} people, from a sample that counts everybody once in every"
            " class"
        )
    if found.uniques is None or found.share is None:
        meaning = f"{people}: no model fits a table in which everybody is unique"
        return [Figure("unique in the population", "not known", meaning)]
    models = {
        "Pitman": found.pitman,
        "Zayatz": found.zayatz,
        "negative binomial": found.negative_binomial,
    }
    told = ", ".join(
        f"{name} {'does not fit' if value is None else f'{value:,.0f}'}"
        for name, value in models.items()
    )
    meaning = f"{people}: {found.uniques:,.0f}, estimated by Dankar's choice of models ({told})"
    return [Figure("unique in the population", percent(found.share), meaning)]


def figures_of_utility(found: Measures) -> list[Figure]:
    # The same k as `measure` divided by.
    k = found.asked or found.k
    rows = [
        Figure(
            "average class size, C_avg",
            _number(found.average_class_size),
            f"{plural_of(found.unit)} / (classes x {k:,}): 1 is the finest that k = {k:,} allows",
        ),
        Figure(
            "discernibility",
            f"{found.discernibility:,}",
            "the sum of squared class sizes, plus the number of records for each suppressed one:"
            " lower is finer",
        ),
        Figure(
            "entropy",
            f"{_number(found.entropy)} bits",
            "what the class of a record tells: higher is finer",
        ),
    ]
    return rows if found.loss is None else rows + figures_of_loss(found.loss)


def figures_of_loss(loss: Loss) -> list[Figure]:
    # Without a codebook, values that did not occur are not known: the figure may be another one.
    seen, stands = (" as seen", "was seen to stand") if loss.as_seen else ("", "stands")
    covers = f"of the column, what a published value {stands} for: 0 % is the value itself"
    rows = [
        Figure(f"certainty penalty (NCP){seen}, {each.column}", percent(each.ncp), covers)
        for each in loss.columns
    ]
    if len(loss.columns) > 1:
        all_ = "the same, over all quasi-identifiers"
        rows.append(Figure(f"certainty penalty{seen}, all (GCP)", percent(loss.gcp), all_))
    if loss.entropy is not None:
        lost = "of what the original values told, what the published ones no longer tell"
        rows.append(Figure("non-uniform entropy", percent(loss.entropy), lost))
    return rows


def figures_of_sensitive(found: Sensitive) -> list[Figure]:
    rows = [
        Figure(
            "l, distinct",
            f"{found.distinct_l:,}",
            f"different values in every class, of {found.values:,} in the table; missing is one",
        ),
        Figure(
            "l, entropy",
            _number(found.entropy_l),
            "every class is as uncertain as so many equally frequent values",
        ),
        Figure(
            "alpha",
            percent(found.alpha),
            "the largest share of one value in a class: the surest guess",
        ),
        Figure(
            "t, equal distance",
            _number(found.t_equal),
            "how far a class's values can be from the table's, 0 to 1",
        ),
    ]
    if found.recursive_c is not None:
        c_and_l = f"c > {_number(found.recursive_c)}, l = {found.distinct_l:,}"
        meaning = "recursive (c, l)-diversity: no value outweighs the rarer ones more than c times"
        # With the two other figures of l.
        rows.insert(2, Figure("l, recursive", c_and_l, meaning))
    if found.t_ordered is not None:
        meaning = "the same, where values near in their order count as near"
        rows.append(Figure("t, ordered distance", _number(found.t_ordered), meaning))
    return rows


def summary(found: Measures) -> str:
    quasi = ", ".join(found.quasi)
    parts = [
        in_a_table(f"classes by {quasi}" if quasi else "classes", figures_of_classes(found)),
        in_a_table("risk", figures_of_risk(found)),
        in_a_table("utility", figures_of_utility(found)),
    ]
    parts += [
        in_a_table(f"sensitive: {each.column}", figures_of_sensitive(each))
        for each in found.sensitive
    ]
    parts += ["\n".join(map(in_a_line, _offending(each, found))) for each in found.offending]
    parts += [in_a_line(f"warning: {spoken(each.words(found.unit))}") for each in found.undoing]
    return "\n\n".join(parts)


def short(found: Measures) -> list[str]:
    """The figures without their meanings, in a few lines of which the first is a title. No class is
    named."""
    quasi = f" by {', '.join(found.quasi)}" if found.quasi else ""
    how_large = with_records(found.classes, found.k, found.largest, found.unit)
    risk, alone = found.risk, plural(found.sample_uniques, found.unit)
    lines = [
        f"measures{quasi}: {plural(found.records, found.unit)}",
        f"classes      {found.classes:,}, {how_large}; {alone} alone",
    ]
    if found.asked is not None:
        lines.append(f"asked        k = {found.asked:,}: {'yes' if found.attained else 'NO'}")
    lines.append(
        f"risk         at most {percent(risk.prosecutor.highest)},"
        f" {percent(risk.prosecutor.average)} on average (prosecutor);"
        f" {percent(risk.journalist.highest)} (journalist); {percent(risk.marketer)} (marketer)"
    )
    lines.append(
        f"utility      average class size {_number(found.average_class_size)}, discernibility"
        f" {found.discernibility:,}, entropy {_number(found.entropy)} bits"
    )
    for each in found.sensitive:
        figures = figures_of_sensitive(each)
        words = "; ".join(f"{figure.name}: {figure.value}" for figure in figures)
        lines.append(f"sensitive    {each.column}: {words}")
    lines += [f"warning      {spoken(each.words(found.unit))}" for each in found.undoing]
    lines += [f"note         {spoken(note)}" for note in found.notes]
    return list(map(in_a_line, lines))


def offence(offending: Offending, found: Measures) -> str:
    """Which classes offend, in a line."""
    if not offending.classes:
        return f"no class has fewer than {found.asked:,} {plural_of(found.unit)}"
    classes = (
        f"{plural(offending.classes, 'class')} ({plural(offending.records, found.unit)} in all)"
    )
    have, are = ("has", "is") if offending.classes == 1 else ("have", "are")
    figure = offending.worst[0].figure
    if offending.measure == "l":
        of = f"{plural(int(figure), 'value')} of {offending.column}"
        return f"{classes} {have} no more than {of}"
    if offending.measure == "t":
        return (
            f"{classes} {are} farthest from the table in {offending.column}: t = {_number(figure)}"
        )
    if found.asked is None:
        return f"{classes} {are} of the smallest size"
    return f"{classes} {have} fewer than {found.asked:,} {plural_of(found.unit)}"


def _offending(offending: Offending, found: Measures) -> Iterator[str]:
    yield offence(offending, found)
    if not any(weak.values for weak in offending.worst):
        return  # a list of sizes alone tells nothing more
    for weak in offending.worst:
        named = ", ".join("(missing)" if value is None else repr(value) for value in weak.values)
        yield f"  {weak.size:>10,}  {named}".rstrip()
    more = offending.classes - len(offending.worst)
    if more > 0:
        yield f"  and {more:,} more"


def in_a_table(title: str, figures: Sequence[Figure]) -> str:
    names = max(len(figure.name) for figure in figures)
    values = max(len(figure.value) for figure in figures)
    lines = [f"  {f.name:{names}}  {f.value:>{values}}  {f.meaning}" for f in figures]
    return "\n".join(map(in_a_line, [title, *lines]))


def _number(value: float) -> str:
    """Four digits. What is that near to 0 is an error of rounding.

    >>> _number(0.123456), _number(5.551e-17), _number(-0.0), _number(1234.6)
    ('0.1235', '0', '0', '1235')
    """
    return "0" if abs(value) < 1e-12 else f"{value:.4g}"


def percent(share: float) -> str:
    """
    >>> percent(0.5), percent(1 / 3), percent(1e-7)
    ('50 %', '33.3 %', '0.00001 %')
    """
    # Three digits that count. Decimal writes them without an exponent, however small the share is.
    percent = f"{Decimal(f'{share * 100:.3g}'):f}"
    return f"{percent.rstrip('0').rstrip('.') if '.' in percent else percent} %"
