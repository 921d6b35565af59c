"""What becomes of new records that the codebook lacks, or that are too few for a class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.attributes.attribute import weights_of
from covey.attributes.lookup import find_classes, separating, unknown_values
from covey.attributes.names import class_names
from covey.codebook.locating import NOWHERE
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible
from covey.core.holders import Holders
from covey.core.words import listed, plural
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.release.apply.source import AppliedRelease
from covey.release.certificate import ReleaseCertificate

LOOKED_AT = 100
"""Combinations without a class of which it is asked in which columns the nearest classes differ."""
AGAIN = "covey anonymize (covey.anonymize in Python)"


def settle(
    source: AppliedRelease,
    staged: Staged,
    counted: Counted,
    held: Holders | None,
    *,
    unknown: str,
    below_k: str,
) -> tuple[NDArray[np.int64], list[str]]:
    """The class of every combination of new values, below 0 for those that are left out, and
    the notes on these. What may be left out and what must not is the user's choice.

    Notes have counts and names of columns alone: that somebody is in a class of few, or has a
    value that the codebook lacks, is about single people, and may end in a log."""
    data = source.certificate
    # NOWHERE for combinations that the codebook lacks. They count as unknown below.
    classes = find_classes(source.roles, source.book, source.texts, counted, data.readings)
    without, notes = _without_class(source, counted, classes)
    names = class_names(source.texts)
    sizes = weights_of(classes, counted.counts, len(names)).tolist()
    low, fewer = _too_few(data, held, classes, sizes)
    # All that is wrong at once: otherwise each repair would only show the next error.
    problems = []
    if without.any():
        found = _unknown(source, counted, without)
        problems += [found] if unknown == "error" else []
        notes += [] if unknown == "error" else [f"{found.words}: suppressed"]
    if low:
        records = plural(sum(sizes[number] for number in low), "record")
        words = f"{records} in {plural(len(low), 'class')} of {fewer}"
        if below_k == "error":
            which = f"classes of {fewer}: {listed(names[number] for number in low)}"
            hint = f"leave such classes out with {_option('below_k')}, or add records"
            problems.append(_Problem(words, hint, (which,)))
        else:
            notes.append(f"{words}: suppressed")
            classes[np.isin(classes, low)] = SUPPRESSED
    if problems:
        hint = "; ".join(each.hint for each in problems)
        raise Infeasible(
            f"{staged.name} has {'; and '.join(each.words for each in problems)}. Nothing was"
            " published.",
            hint=f"{hint[0].upper()}{hint[1:]}. Or publish the whole table again: {AGAIN}",
            shown=[line for each in problems for line in each.shown],
        )
    # An empty table would be published otherwise, with classes of no size.
    if not (classes >= 0).any():
        raise Infeasible(f"{staged.name}: all records would be suppressed; nothing was published.")
    return classes, notes


@dataclass(frozen=True)
class _Problem:
    """Records that have no place, and what to do; values are in ``shown``, which only a terminal
    shows, since messages may end in a log."""

    words: str
    hint: str
    shown: tuple[str, ...]


def _without_class(
    source: AppliedRelease, counted: Counted, classes: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], list[str]]:
    """The combinations that the codebook lacks, without those that the release left out as well, on
    which there is a note."""
    strange = classes == NOWHERE
    if source.certificate.missing != "suppress":
        return strange, []
    # The release left records without a value out, so its codebook has no place for them: this is
    # no error of the new table.
    missing = np.any([counted.missing(column) for column in source.columns], axis=0)
    as_before = missing & strange
    if not as_before.any():
        return strange, []
    records = plural(int(counted.counts[as_before].sum()), "record")
    return strange & ~as_before, [f"{records} without a value suppressed, as in the release"]


def _too_few(
    data: ReleaseCertificate,
    held: Holders | None,
    classes: NDArray[np.int64],
    sizes: list[int],
) -> tuple[list[int], str]:
    """The classes of too few records, people or groups, and what they lack in words."""
    # An empty class publishes nobody. Only classes with some records, but fewer than k, give people
    # away.
    low = [number for number, size in enumerate(sizes) if 0 < size < data.k]
    if held is None:
        return low, f"fewer than k = {data.k:,}"
    few, fewer = _few_holders(data, held, classes, len(sizes), bool(low))
    # A class may have enough records, and too few people or groups.
    return sorted({*low, *few}), fewer


def _unknown(source: AppliedRelease, counted: Counted, without: NDArray[np.bool_]) -> _Problem:
    """What is wrong with combinations that no class has."""
    roles, readings = source.roles, source.certificate.readings
    # By quasi-identifier which combinations have a value there that no set holds.
    unknown_in = unknown_values(roles, source.book, source.texts, counted, readings)
    # Known values that no class has together.
    apart = without & ~np.any([*unknown_in.values()], axis=0)
    rows = np.flatnonzero(apart)[:LOOKED_AT].tolist()
    differing = separating(roles, source.book, source.texts, counted, readings, rows)
    values = _words_on_unknown(without, unknown_in, differing)
    records = plural(int(counted.counts[without].sum()), "record")
    return _Problem(
        f"{records} with {values} that the codebook lacks",
        f"leave such records out with {_option('unknown')}",
        tuple(_unknown_values(counted, without, roles, unknown_in)),
    )


def _few_holders(
    data: ReleaseCertificate,
    held: Holders,
    classes: NDArray[np.int64],
    count: int,
    below_k: bool,
) -> tuple[list[int], str]:
    """The classes of too few people or groups, and what they, and those of fewer than k records,
    lack in words."""
    least = dict(data.groups or {}) | ({data.person: data.k} if data.person else {})
    # A class without records lacks nobody.
    there = np.bincount(classes[classes >= 0], minlength=count) > 0
    low = np.zeros(count, dtype=bool)
    words = [f"fewer than k = {data.k:,}"] if below_k and data.person is None else []
    for column, asked in least.items():
        few = there & (held.per_class(column, classes, count) < asked)
        low |= few
        if few.any():
            one = f"k = {asked:,} people" if column == data.person else f"{asked:,} of {column!r}"
            words.append(f"fewer than {one}")
    return np.flatnonzero(low).tolist(), " or ".join(words)


def _option(name: str) -> str:
    """How to have something suppressed, on the command line and in Python."""
    return f'--{name.replace("_", "-")} suppress ({name}="suppress" in Python)'


def _words_on_unknown(
    without_class: NDArray[np.bool_],
    unknown_in: Mapping[str, NDArray[np.bool_]],
    differing: Sequence[str],
) -> str:
    """How many values or combinations, the columns in which the codebook lacks them, and those in
    which the nearest classes are ``differing`` from combinations of known values."""
    what = "combination" if len(unknown_in) > 1 else "value"
    count = plural(int(without_class.sum()), what)
    columns = [name for name, unknown in unknown_in.items() if (without_class & unknown).any()]
    words = [f"in {', '.join(columns)}"] if columns else []
    if differing:
        nearest = f"the nearest classes differ in {', '.join(differing)}"
        words.append(f"of known values {nearest}" if columns else nearest)
    return f"{count}{'' if columns else ' of known values'} ({'; '.join(words)})"


def _unknown_values(
    counted: Counted,
    without_class: NDArray[np.bool_],
    roles: Mapping[str, Role],
    unknown_in: Mapping[str, NDArray[np.bool_]],
) -> Iterator[str]:
    """What a user needs to repair: a few values of each column that the codebook lacks, but never a
    place or a whole combination."""
    for name, role in roles.items():
        strange = without_class & unknown_in[name]
        # A place may be somebody's home. Values of one column alone are no whole combination.
        if not strange.any() or (role.ranged and not role.is_interval(name)):
            continue
        own = counted.of([name])
        texts = np.append(own.values[0], [None])[np.unique(own.ranks[0][strange])].tolist()
        values = listed("(missing)" if text is None else repr(text) for text in texts)
        yield f"{name}: {values}"
