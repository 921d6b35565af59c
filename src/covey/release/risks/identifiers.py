"""Columns that pass through unchanged and look like identifiers."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.holders import Holders
from covey.core.words import listed, plural

ALMOST_ALL = 0.9
"""The share of records from which on distinct values are nearly one per record."""
FEW = 20
"""Records below which that says nothing."""
MOST_NAMED = 30
"""Of whole tables of such columns it is enough to name so many."""

NAMES = {
    "name", "firstname", "lastname", "surname", "forename", "fullname", "nachname", "vorname",
    "familienname", "nom", "prenom", "nombre", "apellido", "apellidos",
}  # fmt: skip
"""Words of columns that hold names: several people can have the same one."""

IDENTIFIERS = {
    *NAMES, "ssn", "nino", "email", "mail", "phone", "telephone", "tel", "mobile", "cell", "fax",
    "address", "street", "username", "login", "passport", "licence", "license", "iban", "account",
    "card", "mrn", "id", "uuid", "guid", "ip", "url", "plate", "vin", "insurance", "adresse",
    "strasse", "telefon", "handy", "ausweis", "konto", "rue", "courriel", "direccion", "telefono",
    "correo",
}  # fmt: skip
"""Words of a column's name that identifiers have, in a few languages."""

KNOWN = {
    "date", "day",
    "age", "birth", "born", "birthday", "birthdate", "birthyear", "dob", "yob", "sex", "gender",
    "race", "ethnicity", "nationality", "religion", "zip", "zipcode", "postcode", "postal",
    "city", "town", "village", "county", "district", "region", "state", "country", "lat",
    "latitude", "lon", "lng", "longitude", "gps", "geo", "coordinates", "location", "place",
    "occupation", "job", "profession", "employer", "school", "education", "marital",
    "height", "alter", "geburt",
    "geburtsdatum", "geburtstag", "geschlecht", "plz", "postleitzahl", "ort", "wohnort", "stadt",
    "gemeinde", "beruf", "naissance", "sexe", "ville", "nacimiento", "edad", "sexo", "ciudad",
    "municipio", "profesion",
}  # fmt: skip
"""Words of what others often know of a person."""


PEOPLE = {
    "patient", "person", "people", "subject", "participant", "respondent", "client", "customer",
    "member", "user", "employee", "student", "pupil", "citizen", "household", "family", "id",
    "pid", "uid", "mrn", "ssn", "nino", "insurance", "passport", "account", "email", "mail",
    "phone", "versicherte", "versichertennummer", "haushalt", "personne", "persona", "hogar",
}  # fmt: skip
"""Words of columns that identify people, or households."""

NUMBERED = re.compile(
    r"(pat|patient|pers|person|personal|subj|subject|participant|proband|resp|respondent|client"
    r"|cust|customer|kunden|kunde|member|mitglied|mitglieds|user|emp|employee|stud|student|pupil"
    r"|citizen|hh|household|haushalt|haushalts|family|fam|nhs|case|fall|insured|versicherten)"
    r"(id|ids|nr|no|num|number|nummer|key)"
)
"""The same joined with what numbers are called: patid, nhsnumber, kundennr."""

IF_PEOPLE = "if it identifies people"
COUNT_THEM = "count them with --person"
COUNT_BEFORE = "make the release that has the codebook again with --person"
"""The same for new records, which are counted as the release was."""
LOOKED_AT = 8
"""So many columns that may identify people are counted by class."""


IN_ORDER = (
    "the rows keep the order of the table: somebody who knows that order, or has another release of"
    " the table in its order, can join them row by row"
)
"""The warning of a release whose rows were not shuffled."""


def suspicious_name(column: str) -> bool:
    """
    >>> [suspicious_name(name) for name in ("patientID", "E-Mail", "street_address", "validity")]
    [True, True, True, False]
    """
    parts = words_of(column)
    return bool(parts & IDENTIFIERS) or "".join(sorted(parts)) == "socialsecurity"


def known_to_others(column: str) -> bool:
    """
    >>> [known_to_others(name) for name in ("age", "dateOfBirth", "PLZ", "diagnosis", "message")]
    [True, True, True, False, False]
    """
    return bool(words_of(column) & KNOWN)


def words_of(column: str) -> set[str]:
    """The words of a column's name, in small letters without accents."""
    # Names in camel case, as patientID, have words as well.
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", column)
    plain = unicodedata.normalize("NFKD", apart.casefold())
    parts = re.split(r"[^a-z]+", re.sub(r"[\u0300-\u036f]", "", plain))
    # e-mail, zip code, post code: also as one word.
    return {*parts, *("".join(pair) for pair in pairwise(parts))}


def identifies_people(column: str) -> bool:
    """By its name.

    >>> [identifies_people(name) for name in ("patientID", "household", "diagnosis", "paid")]
    [True, True, False, False]
    >>> [identifies_people(name) for name in ("patid", "kundennr", "nhs_no", "covid", "number")]
    [True, True, True, False, False]
    """
    words = words_of(column)
    return bool(words & PEOPLE) or any(map(NUMBERED.fullmatch, words))


def may_repeat(columns: Sequence[str], distinct: Mapping[str, float]) -> list[str]:
    """Columns that may identify people and have values that repeat, given the share of their
    values that are distinct: a few of them, in their order."""
    named = [column for column in columns if identifies_people(column)]
    return [c for c in named if 0 < distinct.get(c, 0) < ALMOST_ALL][:LOOKED_AT]


def words_on_repeated(
    held: Holders, classes: NDArray[np.int64], k: int, advice: str = COUNT_THEM
) -> dict[str, str]:
    """Warnings, by column, where columns that may identify people have the same value in several
    records, and what that does to k; ``classes`` are those of the rows, below 0 for what is not
    published."""
    found = {}
    for column in held.columns:
        values, records = held.total(column), int(held.counts.sum())
        # Too few values, or too few that repeat, to say anything.
        if values < FEW or records - values < FEW:
            continue
        sizes = held.per_class(column, classes)
        # Without the numbers of classes that nobody is in.
        sizes = sizes[sizes > 0]
        low, alone = int((sizes < k).sum()), int((sizes == 1).sum())
        # Values that repeat do no harm as long as every class has k of them.
        if not low:
            continue
        found[column] = words_on_one_repeated(held, column, k, low, len(sizes), alone, advice)
    return found


def words_on_one_repeated(
    held: Holders,
    column: str,
    k: int,
    low: int,
    classes: int,
    alone: int,
    advice: str = COUNT_THEM,
) -> str:
    """The warning on a column of whose values ``low`` of the ``classes`` have fewer than k, and
    ``alone`` only one."""
    values, records = held.total(column), int(held.counts.sum())
    return (
        f"{column!r} has {values:,} different values in {records:,} records: {IF_PEOPLE},"
        f" there are fewer than k = {k:,} of them in {low:,} of"
        f" {plural(classes, 'class')}, and only one in {alone:,}; {advice}"
    )


class IdentifyingColumns(NamedTuple):
    """Columns that pass through and may give people away: identifiers by their name, identifiers by
    their almost distinct values, what others often know by its name, dates by their values, and
    what identifies people or households by its name, whose values repeat."""

    identifiers: list[str]
    many: list[str]
    known: list[str]
    dates: list[str]
    linking: list[str]

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.identifiers, *self.many, *self.known, *self.dates, *self.linking)

    @property
    def reasons(self) -> dict[str, str]:
        """Why each of the columns may give people away."""
        why = {
            "an identifier by its name": self.identifiers,
            "almost all of its values are distinct": self.many,
            "others often know such things, by its name": self.known,
            "it holds dates": self.dates,
            "records of one person or household have one value, by its name": self.linking,
        }
        return {column: reason for reason, columns in why.items() for column in columns}

    def warnings(self) -> list[str]:
        found = []
        if self.identifiers:
            named = _are(self.identifiers, "identifier")
            found.append(f"{named} by name, unchanged in the release: drop?")
        if self.many:
            found.append(
                f"{_are(self.many, 'identifier')}, almost all values being distinct, unchanged in"
                " the release: drop?"
            )
        if self.known:
            found.append(
                f"{listed(map(repr, self.known), at_most=MOST_NAMED)}: others may know this of a"
                " person, and nothing protects against that unless it is named as a"
                " quasi-identifier"
            )
        if self.dates:
            hold = "holds" if len(self.dates) == 1 else "hold"
            found.append(
                f"{listed(map(repr, self.dates), at_most=MOST_NAMED)} {hold} dates: others may know"
                " one of a person, such as that of birth, and nothing protects against that unless"
                " the column is named as a quasi-identifier"
            )
        return found + self.warnings_on_linking()

    def warnings_on_linking(self) -> list[str]:
        return [
            f"{column!r}, published as it is, identifies people or households by its name: others"
            " can put the records of one together, and compare the classes that these are in; drop"
            f" it (--drop {shlex.quote(column)}), or count them without publishing it: --person"
            f" {shlex.quote(column)} (person={column!r} in Python), or for households --group"
            f" {shlex.quote(f'{column}=N')} (groups={{{column!r}: N}} in Python)"
            for column in self.linking
        ]


def find_identifying(
    columns: Sequence[str],
    distinct: Mapping[str, float],
    records: int,
    sensitive: Sequence[str] = (),
    dates: Sequence[str] = (),
) -> IdentifyingColumns:
    """Among columns that pass through, given the share of their values that are distinct, and which
    of them hold ``dates``. What was named as sensitive has been thought of."""
    # The lists are disjoint: a column is named for its strongest reason.
    identifiers = [column for column in columns if suspicious_name(column)]
    many = [
        column
        for column in columns
        # Of a few records all values may be distinct by chance.
        if records >= FEW
        and distinct.get(column, 0) >= ALMOST_ALL
        and column not in (*identifiers, *dates)
        and not known_to_others(column)
    ]
    known = [
        column
        for column in columns
        if known_to_others(column) and column not in (*identifiers, *many, *sensitive)
    ]
    by_value = [column for column in dates if column not in (*identifiers, *known, *sensitive)]
    others = (*identifiers, *many, *known, *by_value, *sensitive)
    linking = [
        column
        for column in columns
        if identifies_people(column)
        and column not in others
        # Fewer different values are categories rather than people.
        and distinct.get(column, 0) * records >= FEW
    ]
    return IdentifyingColumns(identifiers, many, known, by_value, linking[:MOST_NAMED])


def _are(columns: Sequence[str], what: str) -> str:
    one = len(columns) == 1
    called = listed(map(repr, columns), at_most=MOST_NAMED)
    return f"{called} {'looks' if one else 'look'} like {f'an {what}' if one else f'{what}s'}"
