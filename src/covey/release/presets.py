"""Thresholds that others ask for, each with its source. A preset is a set of options and a check:
it says nothing about whether a law or a contract is complied with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from covey.core.errors import InvalidInput, NotAttained, closest
from covey.release.identifiers import Suspects, words_of
from covey.release.safe_harbor import HIPAA, PLACES, TOP_AGE, is_age, note_on_identifiers

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.release.job import Job

NO_CLAIM = "a preset is a set of options, and no claim of compliance"
DIGITS, FEW_PEOPLE = 3, 20_000
"""Of a zip-code, where more people live."""


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
    if name not in PRESETS:
        raise InvalidInput(
            f"A preset is one of {', '.join(NAMES)}; given: {name!r}.",
            hint=closest(name, NAMES) or "covey presets lists them.",
            given=name,
        )
    return PRESETS[name]


def threshold_of(preset: str, k: int | None) -> int:
    """The k of a job: what was given, or what the preset asks for."""
    if k is not None:
        return k
    asked = preset_of(preset).k if preset else None
    if asked is None:
        named = f"The preset {preset} names no k" if preset else "No k is given"
        raise InvalidInput(
            f"{named}: how many people look alike at least?",
            hint="Give -k (k= in Python), or a preset that names one: covey presets.",
        )
    return asked


def roles_of(preset: str, quasi: Mapping[str, Role]) -> Mapping[str, Role]:
    """The quasi-identifiers with what the preset asks of them, unless they say something else."""
    if preset != HIPAA:
        return quasi
    from covey.attributes import Ordered

    return {
        name: replace(role, bands=TOP_AGE)
        if isinstance(role, Ordered) and is_age(name, role) and not role.bands and not role.order
        else role
        for name, role in quasi.items()
    }


def notes_on_preset(job: Job, suspects: Suspects) -> tuple[str, ...]:
    """What is said of a preset, and of what was asked for instead of it; ``suspects`` are the
    columns that the warnings name."""
    if not job.preset:
        return ()
    preset = preset_of(job.preset)
    found = [f"the preset {preset.name} asks for {preset.asks} ({preset.source}); {NO_CLAIM}"]
    if preset.k is not None and job.k != preset.k:
        found.append(
            f"the preset {preset.name} asks for k = {preset.k:,}; k = {job.k:,} was given instead"
        )
    if job.preset == HIPAA:
        found.append(note_on_identifiers(job, suspects))
    return tuple(found)


def places_of(job: Job) -> list[str]:
    """The quasi-identifiers that are zip-codes by their names."""
    columns = [c for name, role in job.quasi.items() for c in role.columns(name)]
    return [column for column in columns if words_of(column) & PLACES]


def areas_are_counted(job: Job) -> bool:
    """Whether the table of the population is for areas alone."""
    return job.preset == HIPAA and job.population is not None and bool(places_of(job))


def refuse_without_population(job: Job) -> None:
    """Refuse a preset that needs a table of the population, where there is none."""
    # A job that is read from a certificate has no table at all.
    if job.table is None or job.preset != HIPAA:
        return
    if job.population is None and places_of(job):
        raise InvalidInput(
            f"The preset {HIPAA} publishes three digits of {places_of(job)[0]!r} where more than"
            f" {FEW_PEOPLE:,} people live, and there is no table of the population.",
            hint="Give --population TABLE:COUNT, with that column and the"
            " people of each area, or drop the column.",
        )


def refuse_small_places(column: str, texts: Sequence[Any], people: Sequence[int]) -> None:
    """Refuse published ``texts`` of a zip-code, with the ``people`` of each, that the preset does
    not allow."""
    long = sum(_digits(str(text or "")) > DIGITS for text in texts)
    if long:
        raise NotAttained(
            f"The preset {HIPAA} publishes at most three digits of a zip-code; {long:,} of the"
            f" published texts of {column!r} have more.",
            hint="Make a column of the first three digits first, and name that one.",
            given=column,
        )
    few = sum(each <= FEW_PEOPLE for each in people)
    if few:
        raise NotAttained(
            f"The preset {HIPAA} publishes areas of more than {FEW_PEOPLE:,} people; {few:,} of the"
            f" published texts of {column!r} stand for fewer, by the population given.",
            hint="Write 000 for the areas that have fewer, as the rule says.",
            given=column,
        )


def _digits(text: str) -> int:
    """The most digits in a row.

    >>> _digits("021*"), _digits("02139, 02140")
    (3, 5)
    """
    runs = "".join(letter if letter.isdigit() else " " for letter in text).split()
    return max(map(len, runs), default=0)


def summary() -> str:
    """All presets, for people."""
    lines = []
    for each in PRESETS.values():
        lines += [f"{each.name:<18}  {each.asks}", f"{'':<18}  source: {each.source}", ""]
    return "\n".join([*lines, f"note: {NO_CLAIM}."])
