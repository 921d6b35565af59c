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
    data, roles, book, texts = source.certificate, source.roles, source.book, source.texts
    # NOWHERE for combinations that the codebook lacks. They count as unknown below.
    classes = find_classes(roles, book, texts, counted, data.readings)
    k, notes, names = data.k, [], class_names(texts)
    known = [column for name, role in roles.items() for column in role.columns(name)]
    missing = np.any([counted.missing(column) for column in known], axis=0)
    # The release left records without a value out, so its codebook has no place for them: this is
    # no error of the new table.
    as_before = missing & (classes == NOWHERE) if data.missing == "suppress" else None
    strange = classes == NOWHERE
    if as_before is not None and as_before.any():
        strange &= ~as_before
        records = plural(int(counted.counts[as_before].sum()), "record")
        notes.append(f"{records} without a value suppressed, as in the release")
    sizes = weights_of(classes, counted.counts, len(names)).tolist()
    # An empty class publishes nobody. Only classes with some records, but fewer than k, give people
    # away.
    low = [number for number, size in enumerate(sizes) if 0 < size < k]
    fewer = f"fewer than k = {k:,}"
    if held is not None:
        few, fewer = _few_holders(data, held, classes, len(names), bool(low))
        # A class may have enough records, and too few people or groups.
        low = sorted({*low, *few})
    wrong, hints = [], []
    shown: list[str] = []
    if strange.any():
        records = plural(int(counted.counts[strange].sum()), "record")
        # By quasi-identifier which combinations have a value there that no set holds.
        unknown_in = unknown_values(roles, book, texts, counted, data.readings)
        # Known values that no class has together.
        apart = strange & ~np.any([*unknown_in.values()], axis=0)
        rows = np.flatnonzero(apart)[:LOOKED_AT].tolist()
        differing = separating(roles, book, texts, counted, data.readings, rows)
        values = _words_on_unknown(strange, unknown_in, differing)
        words = f"{records} with {values} that the codebook lacks"
        if unknown == "error":
            wrong.append(words)
            # Values go into `shown`, which only a terminal shows. Messages may end in a log.
            shown += _unknown_values(counted, strange, roles, unknown_in)
            hints.append(f"leave such records out with {_option('unknown')}")
        else:
            notes.append(f"{words}: suppressed")
    if low:
        records = plural(sum(sizes[number] for number in low), "record")
        words = f"{records} in {plural(len(low), 'class')} of {fewer}"
        if below_k == "error":
            wrong.append(words)
            shown.append(f"classes of {fewer}: {listed(names[number] for number in low)}")
            hints.append(f"leave such classes out with {_option('below_k')}, or add records")
        else:
            notes.append(f"{words}: suppressed")
            classes[np.isin(classes, low)] = SUPPRESSED
    # All that is wrong at once: otherwise each repair would only show the next error.
    if wrong:
        hint = "; ".join(hints)
        raise Infeasible(
            f"{staged.name} has {'; and '.join(wrong)}. Nothing was published.",
            hint=f"{hint[0].upper()}{hint[1:]}. Or publish the whole table again: {AGAIN}",
            shown=shown,
        )
    # An empty table would be published otherwise, with classes of no size.
    if not (classes >= 0).any():
        raise Infeasible(f"{staged.name}: all records would be suppressed; nothing was published.")
    return classes, notes


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
