"""Every option of a run, as asked for or by default, and why the default is what it is."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from covey.core.records import plain
from covey.core.thresholds import PRESETS
from covey.release.certificate.record import ReleaseCertificate
from covey.release.job import FIELDS, OPTIONS, Job
from covey.report.facts import Decision

OF_COLUMNS = ("quasi", "drop", "person", "groups", "sensitive", "requirements")
"""Fields of a job that the inventory of the columns shows."""
ELSEWHERE = ("table", "output", "context", "population", "pseudonym")
"""Fields that other parts of the record show, as far as others may see them: paths of files are not
shown."""
WRITTEN = ("na", "decimal", "thousands", "date_format", "trim")

WHY = {
    "missing": "a record without a value stays, so that nobody is left out for lack of one",
    "unmapped": "a code without a place is more often a mistake than a reason to leave records out",
    "objective": "the largest class says how much detail anybody loses at most",
    "seed": "any seed is as good; a fixed one makes the run repeatable",
    "time_limit": "chosen by the kind of the problem and the size of the table",
    "shuffle": "the order of the rows could be joined with that of the original",
    "format": "that of the input",
    "encoding": "recognized",
    "header": "the first row must look like names of columns",
    "na": "no text stands for a missing value",
    "decimal": "a point",
    "thousands": "no mark",
    "date_format": "as 1986-02-16",
    "trim": "blanks are part of a value",
    "suppress": "no record is withheld for the sake of the others",
    "suppress_for": "matters only where records may be withheld",
    "recoding": "every class has sets of its own, which keeps most detail",
    "weights": "every column counts alike",
    "tight": "ranges that end at values of single people would give these away",
    "part_size": "parts are for tables of very many combinations",
    "keep_combinations": "the counts of all combinations have room here",
    "k_map": "k counts those in the table, who are no more than those in the population",
    "population_size": "no estimate for a population was asked for",
    "sampling_weight": "no column was named that has sampling weights",
    "escape_formulas": "texts are published as they are",
    "columns": "a range is one text",
    "target": "no model of the release was asked for",
    "dependence": "a sample finds columns that undo others in a fraction of the time",
    "strict": "a warning leaves the decision to the person who signs",
    "preset": "the options were chosen one by one",
    "engine": "where the table is",
}
"""The reason for the default of every option that has one."""

Told = Mapping[str, str | bool | float | None]


def told_by(job: Job) -> dict[str, str | bool | float | None]:
    """What a job says of the run that no certificate records."""
    return {
        name: getattr(job, name)
        for name, option in OPTIONS.items()
        if not option.recorded and name not in (*OF_COLUMNS, *ELSEWHERE)
    }


def decisions(certificate: ReleaseCertificate, told: Told) -> tuple[Decision, ...]:
    """``told`` is what :func:`told_by` says. Of new records for an existing codebook there are only
    the options that both commands have."""
    found = []
    for name in OPTIONS:
        if name in (*OF_COLUMNS, *ELSEWHERE):
            continue
        try:
            value = _value(certificate, name, told)
        except LookupError:
            continue
        # k has no default.
        asked = name == "k" or value != _default(name)
        why = _by_preset(certificate) if name == "k" else "" if asked else WHY.get(name, "")
        # The certificate says whether the rows were shuffled, which is the default.
        words = "yes" if name == "shuffle" and value is None else _words(value)
        found.append(Decision(name, words, asked, why))
    return tuple(found)


def _value(certificate: ReleaseCertificate, name: str, told: Told) -> Any:
    recorded = OPTIONS[name].recorded
    if not recorded:
        return told[name]
    if name in WRITTEN:
        written = getattr(certificate.read.written, name, None)
        # Absent in the certificate means covey's own way.
        return _default(name) if written is None else plain(written)
    if name == "sampling_weight":
        return certificate.read.sampling_weight or ""
    if name == "shuffle":
        # The certificate does not say who wanted the order. Rows that are shuffled are taken for
        # the default.
        return None if certificate.shuffled else False
    if not hasattr(certificate, recorded):
        # An applied certificate lacks what only a solved one has.
        raise LookupError(recorded)
    if name == "keep_combinations":
        # It is absent where it is not so.
        return bool(getattr(certificate, recorded))
    return plain(getattr(certificate, recorded))


def _by_preset(certificate: ReleaseCertificate) -> str:
    """Why k is what it is, where a preset asks for it."""
    preset = PRESETS.get(getattr(certificate, "preset", ""))
    if preset is None or preset.k != certificate.k:
        return ""
    return f"the preset {preset.name} asks for it"


def _default(name: str) -> Any:
    factory = FIELDS[name].default_factory
    return FIELDS[name].default if factory is dataclasses.MISSING else plain(factory())


def _words(value: Any) -> str:
    """Empty where the default is to leave something to covey.

    >>> _words(10), _words("local"), _words(None), _words({"age": 2.0}), _words(True)
    ('10', 'local', '', '{"age": 2.0}', 'yes')
    """
    if value is None or value == {}:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
