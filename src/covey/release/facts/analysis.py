"""What an analyst can still find in a published table, given the original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.reader import read_book
from covey.codebook.rows import CODEBOOK_FILE
from covey.core.errors import CoveyError, InvalidInput, closest
from covey.engine import default_engine
from covey.engine.protocol import Counted
from covey.io.columns.table import Table, copied
from covey.io.inputs import Input, open_input
from covey.io.inputs.base import place
from covey.io.kinds import ORDERED
from covey.io.notation import Notation
from covey.measures.utility.models import accuracies, refuse_unfit_target
from covey.measures.utility.shifts import Shift, largest_shift
from covey.measures.utility.tables import Tables, View, bins_of, spread_of
from covey.measures.utility.utility import Utility, utility
from covey.release import certificate
from covey.release.certificate import ReleaseCertificate
from covey.release.facts.shifts import VALUES
from covey.release.facts.utility import Entries, entries_of, tables_of


def analyze(
    table: Any,
    original: Any,
    quasi: Sequence[str] = (),
    *,
    target: str | None = None,
    labels: Sequence[str] = (),
    encoding: str = "",
    header: bool | None = None,
    na: Any = None,
    decimal: Any = None,
    thousands: Any = None,
    date_format: Any = None,
    trim: bool = False,
    seed: int = 0,
) -> Utility:
    """Shares, associations and counts of a published table against those of the original, and with
    a ``target`` how well a model predicts it that is trained on the published table.

    table
        The table in the folder of a release: what its values stand for is in the codebook. Any
        other one needs the same rows as the original, in the same order: then a published value
        stands for the values that it was seen to replace.
    quasi
        The columns that were generalized; of a release they are known.
    labels
        Those whose numbers are codes.
    seed
        Of the random counts.
    """
    own = certificate_of(table)
    notation = Notation.of(na, decimal, thousands, date_format, trim)
    # A release says itself how its texts are written.
    if own is not None and notation.is_plain:
        notation = own.read.notation
    released = open_input(table, encoding, header, notation)
    before = open_input(original, encoding, header, notation)
    recoded = list(quasi) if own is None else own.columns
    if not recoded:
        raise InvalidInput(
            "Which columns were generalized? The table is not in the folder of a release.",
            hint="Name them with --quasi.",
        )
    # The codebook is by texts. Two columns of ends have none to look up.
    if own is not None and own.range_columns != "text":
        raise InvalidInput(
            f"{released.name} has its ranges in two columns, and is compared by their texts.",
            hint="Publish the table with --columns text to compare it; its report has the figures,"
            " too.",
        )
    for column in recoded:
        place(released.name, released.columns, column, "a quasi-identifier")
        place(before.name, before.columns, column, "a quasi-identifier")
    if target is not None:
        _refuse_target(target, recoded, released, before)
    with copied(released) as after, copied(before) as first:
        if target is not None:
            _refuse_identifier(target, first)
        if own is None:
            entries = _paired(after, first, recoded, target, labels)
        else:
            entries = _counted(Path(table), own, released, before, target)
        tables, was, became = entries
        models = accuracies(tables, target, was, became) if target is not None else ()
        shifts = _shifts(after, first, recoded)
    return utility(tables, shifts=shifts, models=models, seed=seed)


def certificate_of(table: Any) -> ReleaseCertificate | None:
    """The certificate beside a table, if there is one that is about this very table."""
    if not isinstance(table, str | Path) or not Path(table).is_file():
        return None
    try:
        found = certificate.parsed(Path(table).parent, certificate.read_bytes(Path(table).parent))
    except CoveyError:
        return None
    # Another table may lie in the folder of a release.
    return found if found.table.file == Path(table).name else None


def _refuse_target(target: str, recoded: Sequence[str], released: Input, before: Input) -> None:
    place(before.name, before.columns, target, "the target")
    if target not in released.columns:
        raise InvalidInput(
            f"The target {target!r} is not published: {released.name} does not have it.",
            hint=closest(target, [c for c in released.columns if c not in recoded]),
            given=target,
        )
    if target in recoded:
        raise InvalidInput(
            f"The target {target!r} was generalized: a model predicts a column that is published as"
            " it is.",
            hint=closest(target, [c for c in released.columns if c not in recoded]),
            given=target,
        )


def _refuse_identifier(target: str, table: Table) -> None:
    # A missing value is one more that a model tells.
    text = f"COALESCE({table.text(target, 'the target')}, '')"
    rows, values = table.ask(f"SELECT count(*), count(DISTINCT {text}) FROM {table.scan}")
    refuse_unfit_target(target, values, rows)


def _counted(
    table: Path,
    own: ReleaseCertificate,
    released: Input,
    before: Input,
    target: str | None,
) -> Entries:
    """By the codebook of a release."""
    roles = own.to_roles()
    book = read_book(table.parent / CODEBOOK_FILE, escape=own.escape_formulas)
    more = [*own.sensitive, *([target] if target else [])]
    # The original given here may lack columns that the release has.
    shared = [c for c in dict.fromkeys(more) if c in before.columns]
    kinds = own.kinds(roles) | dict.fromkeys(shared, "text")
    counted = _count(before, kinds)
    found = _count(released, dict.fromkeys(kinds, "text"))
    if target is None:
        return tables_of(roles, book, own.readings, counted, found), [], []
    return entries_of(target, roles, book, own.readings, counted, found)


def _count(given: Input, kinds: Mapping[str, str]) -> Counted:
    with default_engine().open(given, kinds) as snapshot:
        return snapshot.count()


def _paired(
    after: Table,
    before: Table,
    recoded: Sequence[str],
    target: str | None,
    labels: Sequence[str],
) -> Entries:
    """Row by row: a published value stands for those that it was seen to replace."""
    columns = [*recoded, *([target] if target else [])]
    rows = {}
    for which, table in (("after", after), ("before", before)):
        fields = [table.text(column, "a column") for column in columns]
        rows[which] = table.in_order(*fields)
    if len(rows["after"]) != len(rows["before"]):
        raise InvalidInput(
            f"{after.name} has {len(rows['after']):,} rows, {before.name} has"
            f" {len(rows['before']):,}: what a published value stands for is found row by row.",
            hint="Give the table that this one was made of, with its rows in the same order, or the"
            " table in the folder of a release, whose codebook tells.",
        )
    # From rows to columns.
    texts = {which: list(zip(*own, strict=True)) for which, own in rows.items()}
    views = tuple(
        _seen(before, column, texts["before"][at], texts["after"][at], column in labels)
        for at, column in enumerate(recoded)
    )
    ones = np.ones(len(rows["after"]), dtype=np.int64)
    was, became = ([], []) if target is None else (texts["before"][-1], texts["after"][-1])
    return Tables(views, ones, ones), list(was), list(became)


def _seen(
    before: Table,
    column: str,
    was: Sequence[str | None],
    became: Sequence[str | None],
    label: bool,
) -> View:
    order = _order(before, column, label)
    values = {value: at for at, value in enumerate(order or dict.fromkeys(was))}
    own = _numbers(values, was)
    bins = bins_of(np.bincount(own, minlength=len(values)), ordered=bool(order))
    sets = {text: at for at, text in enumerate(dict.fromkeys(became))}
    published = _numbers(sets, became)
    # Without a codebook a set is what was seen to be replaced by its text.
    # One number for every pair of a set and a value, sorted: the values of a set follow each other.
    pairs = np.unique(published * len(values) + own)
    # Where the values of each set begin in `pairs`, and the end of the last one.
    starts = np.searchsorted(pairs // len(values), np.arange(len(sets) + 1))
    spread = spread_of(starts, pairs % len(values), bins)
    return View(column, bins[own], published, spread, bool(order))


def _order(before: Table, column: str, label: bool) -> list[str | None]:
    """The different values in their order; none, unless they are numbers or dates."""
    if label:
        return []
    text = before.text(column, "a column")
    try:
        key, kind = before.key(column, "a column", "ordered")
    # Neither numbers nor dates: the values are labels.
    except InvalidInput:
        return []
    if kind not in {each.name for each in ORDERED}:
        return []
    query = f"SELECT {text} FROM {before.scan} GROUP BY 1 ORDER BY min({key}) NULLS LAST, 1"
    return [value for (value,) in before.fetch(query)]


def _numbers(numbers: Mapping[str | None, int], texts: Sequence[str | None]) -> NDArray[np.int64]:
    return np.fromiter(map(numbers.__getitem__, texts), np.int64, len(texts))


def _shifts(after: Table, before: Table, recoded: Sequence[str]) -> tuple[Shift, ...]:
    """Of the columns that both tables have as they are, if some records are left out."""
    (published,) = after.ask(f"SELECT count(*) FROM {after.scan}")
    (rows,) = before.ask(f"SELECT count(*) FROM {before.scan}")
    # As many rows as before: nobody was left out, so nothing shifted.
    if published == rows:
        return ()
    found = []
    for column in before.columns:
        if column in recoded or column not in after.columns:
            continue
        told, all_ = _shares(after, column), _shares(before, column)
        values = list(all_)
        # Escaped formulas, and numbers that another format writes in its own way, have no pair.
        if len(values) > VALUES or not set(told) <= set(values):
            continue
        kept = [told.get(value, 0) for value in values]
        # More records of a value than before: the tables are not of the same records, and shares
        # say nothing.
        if all(now <= then for now, then in zip(kept, all_.values(), strict=True)):
            found.append(largest_shift(column, values, list(all_.values()), kept))
    return tuple(sorted(found, key=lambda shift: -abs(shift.change)))


def _shares(table: Table, column: str) -> dict[str | None, int]:
    """The records of the values of a column: of one more than VALUES at most."""
    text = table.text(column, "a column")
    query = f"SELECT {text}, count(*) FROM {table.scan} GROUP BY 1 LIMIT {VALUES + 1}"
    return dict(table.fetch(query))
