"""Thresholds that others ask for, each with its source. A preset is a set of options and a check:
it says nothing about whether a law or a contract is complied with."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest

NO_CLAIM = "a preset is a set of options, and no claim of compliance"
HIPAA = "hipaa-safe-harbor"


@dataclass(frozen=True)
class Preset:
    """``k`` is what it asks for, None if it names none; ``source`` says who does."""

    name: str
    k: int | None
    asks: str
    source: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


PRESETS = {
    each.name: each
    for each in (
        Preset(
            "cms",
            11,
            "k = 11: a class, or a cell of a table, has no fewer than 11 people",
            "Centers for Medicare & Medicaid Services, cell size suppression policy, as ResDAC"
            " explains it",
        ),
        Preset(
            "k5",
            5,
            "k = 5: classes of fewer are small cells",
            "El Emam and Dankar, Protecting privacy using k-anonymity, JAMIA 2008: 5 is the"
            " common threshold",
        ),
        Preset(
            "k10",
            10,
            "k = 10: counts below 10 are not shown",
            "CDC WONDER, assurance of confidentiality: counts of 0 to 9 below the nation are"
            " suppressed",
        ),
        Preset(
            "k20",
            20,
            "k = 20: the higher common threshold for data that anybody may read",
            "El Emam et al., BMC Medical Informatics and Decision Making 2011: maximum risks of"
            " 0.05 to 0.04 for public data",
        ),
        Preset(
            "risk-0.09",
            12,
            "a highest prosecutor risk of at most 0.09: k = 12, since 1/11 = 0.0909 is above it",
            "European Medicines Agency, guidance on Policy 0070, and Health Canada, public release"
            " of clinical information, as cited in the literature on re-identification risk",
        ),
        Preset(
            "risk-0.05",
            20,
            "a highest prosecutor risk of at most 0.05: k = 20",
            "El Emam et al., BMC Medical Informatics and Decision Making 2011",
        ),
        Preset(
            HIPAA,
            None,
            "ages above 89 in one band, years of dates, at most three digits of zip-codes in areas"
            " of more than 20,000 people (needs --population), and a look for the eighteen"
            " identifiers by the names of columns. It names no k: give -k",
            "45 CFR 164.514(b)(2), United States",
        ),
    )
}
"""By name, in the order of the list."""
NAMES = tuple(PRESETS)


def preset_of(name: str) -> Preset:
    if not isinstance(name, str) or name not in PRESETS:
        raise InvalidInput(
            f"A preset is one of {', '.join(NAMES)}; given: {name!r}.",
            hint=closest(str(name), NAMES),
            given=name,
        )
    return PRESETS[name]


PROPOSED = ("k10", "cms")
"""Presets that are named to somebody who gave no k."""


def threshold_of(preset: str, k: int | None) -> int:
    """The k of a job: what was given, or what the preset asks for."""
    if k is not None:
        return k
    asked = preset_of(preset).k if preset else None
    if asked is None:
        named = f"The preset {preset} names no k" if preset else "No k is given"
        raise InvalidInput(
            f"{named}: how many people look alike at least?",
            hint="Give -k (k= in Python), or a preset that names one: covey presets. What each k"
            " costs: covey explore.",
            choices=[] if preset else [[("--preset", name)] for name in PROPOSED],
        )
    return asked


def notes_on_threshold(name: str, k: int) -> tuple[str, ...]:
    """What is said of a preset, and of a k that was given instead of its own."""
    if not name:
        return ()
    preset = preset_of(name)
    found = [f"the preset {name} asks for {preset.asks} ({preset.source}); {NO_CLAIM}"]
    if preset.k not in (None, k):
        found.append(f"the preset {name} asks for k = {preset.k:,}; k = {k:,} was given instead")
    return tuple(found)


def summary() -> str:
    """All presets, for people."""
    lines = []
    for each in PRESETS.values():
        lines += [f"{each.name:<18}  {each.asks}", f"{'':<18}  source: {each.source}", ""]
    return "\n".join([*lines, f"note: {NO_CLAIM}."])
