"""The name of a table on a server: ``postgresql://user@host/database#schema.table``.

A URL may hold a password. Whatever is shown, logged or written down is made from ``name``, which
has neither that nor the user, or by ``without_password``.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import Any
from urllib.parse import unquote

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput

SCHEMES = ("postgresql://", "postgres://")
SECRETS = (
    "password",
    "sslpassword",
    "oauth_client_secret",
    "scram_client_key",
    "scram_server_key",
)
"""Settings of a connection that nobody is shown."""
PUBLIC = "public"
"""The schema of a table that is named without one."""
WRITTEN = "postgresql://user@host/database#schema.table"
_CREDENTIALS = re.compile("([^@/]*)@")
_QUOTED = re.compile(r'(?:"((?:[^"]|"")+)"\.)?"((?:[^"]|"")+)"')


def is_address(given: Any) -> bool:
    return isinstance(given, str) and given.startswith(SCHEMES)


@dataclass(frozen=True)
class Address:
    """``settings`` are what libpq is told, the password among them; ``server`` is what is shown of
    them."""

    settings: str = field(repr=False)
    server: str
    schema: str
    table: str

    @property
    def name(self) -> str:
        """For messages, certificates and reports."""
        return f"{self.server}#{self.schema}.{self.table}"

    def beside(self, ending: str) -> Address:
        """Another table, called like this one with something behind it."""
        return replace(self, table=self.table + ending)

    def same_server(self, other: Address) -> bool:
        """Whether one connection reaches both, as far as the URLs tell."""
        return parsed(self.settings) == parsed(other.settings)

    @property
    def secrets(self) -> list[str]:
        """What must not be shown, where the URL has it."""
        known = parsed(self.settings)
        return [str(known[name]) for name in SECRETS if known.get(name)]


def without_password(url: str) -> str:
    """The URL for a file that others may read.

    >>> without_password("postgresql://ann:secret@host/db?sslmode=require&password=x#study.people")
    'postgresql://ann@host/db?sslmode=require#study.people'
    """
    # The last one: all before it is for libpq.
    settings, mark, table = url.rpartition("#")
    if not mark:  # no table is named: all of it is settings
        settings, table = url, ""
    scheme, _, rest = settings.partition("://")
    # As libpq reads it: user and password end at the first @ that stands before any slash.
    credentials = _CREDENTIALS.match(rest)
    user, at = ("", "") if credentials is None else (credentials[1].partition(":")[0], "@")
    rest = rest if credentials is None else rest[credentials.end() :]
    rest, asked, query = rest.partition("?")
    hosts, slash, database = rest.partition("/")
    kept = [
        setting
        for setting in query.split("&")
        if setting and unquote(setting.partition("=")[0]) not in SECRETS
    ]
    asked = asked if kept else ""
    return f"{scheme}://{user}{at}{hosts}{slash}{database}{asked}{'&'.join(kept)}{mark}{table}"


def read_address(text: str) -> Address:
    """What a URL says, refused without a word of what is in it: that may be a password."""
    settings, _, fragment = text.rpartition("#")
    if not settings:
        raise InvalidInput(
            "A table on a PostgreSQL server is named behind the URL of its database.",
            hint=f"Write: {WRITTEN}",
        )
    known = parsed(settings)
    schema, table = _named(unquote(fragment))
    return Address(settings, _server(known), schema, table)


def parsed(settings: str) -> dict[str, Any]:
    """The settings of a connection, by name."""
    from covey.io.postgres.driver import psycopg

    driver = psycopg()
    try:
        known = dict(driver.conninfo.conninfo_to_dict(settings))
    except driver.Error:
        # What libpq says quotes the URL.
        raise _not_understood() from None
    # A password with such signs is taken for a host, a port or a database, and would be shown.
    places = (str(known.get(name) or "") for name in ("host", "hostaddr", "dbname"))
    ports = str(known.get("port") or "").replace(",", "")
    if any("@" in place for place in places) or not (ports.isdigit() or not ports):
        raise _not_understood()
    return known


def _not_understood() -> InvalidInput:
    return InvalidInput(
        "This is not a URL that PostgreSQL understands. (It is not shown, since it may hold a"
        " password.)",
        hint=f"Write: {WRITTEN}. Signs such as @, :, / and # in a password are written as"
        " %40, %3A, %2F and %23.",
    )


def _server(known: dict[str, Any]) -> str:
    host, port = str(known.get("host") or ""), known.get("port")
    # A folder of sockets is a host as well, which no URL shows so.
    place = "" if host.startswith("/") else host
    place += f":{port}" if port and place else ""
    service = f"?service={known['service']}" if known.get("service") else ""
    return f"postgresql://{place}/{known.get('dbname') or ''}{service}"


def _named(fragment: str) -> tuple[str, str]:
    """
    >>> _named("study.people"), _named("people"), _named('"my.study"."people"')
    (('study', 'people'), ('public', 'people'), ('my.study', 'people'))
    """
    quoted = _QUOTED.fullmatch(fragment)
    if quoted:
        schema, table = ((part or "").replace('""', '"') for part in quoted.groups())
        return schema or PUBLIC, table
    schema, dot, table = fragment.partition(".")
    found = (schema, table) if dot else (PUBLIC, schema)
    if not all(found):
        raise InvalidInput(
            f"After # a table is named with its schema; given: {fragment!r}.",
            hint=f"Write: {WRITTEN}",
        )
    return found
