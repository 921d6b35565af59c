"""What the server knows of a table: its columns and their types, and whether it is there."""

from __future__ import annotations

from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.io.postgres.address import Address
from covey.io.reading import quoted

TABLES = {"r": "table", "p": "table", "v": "view"}
OTHERS = {"m": "a materialized view", "f": "a foreign table", "S": "a sequence", "i": "an index"}
# A domain is followed down to the type that it is based on, which may be a domain as well. If the
# column states no size, that of the domain holds. Types of extensions have no name here.
_COLUMNS = """
WITH RECURSIVE based AS (
  SELECT attnum, attname, atttypid AS type, atttypmod AS mod FROM pg_attribute
  WHERE attrelid = %s AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT attnum, attname, typbasetype, CASE WHEN mod < 0 THEN typtypmod ELSE mod END
  FROM based JOIN pg_type ON pg_type.oid = type WHERE typtype = 'd'
)
SELECT attname, CASE WHEN nspname <> 'pg_catalog' THEN '' WHEN typname = 'numeric'
  THEN format_type(type, mod) ELSE typname END
FROM based JOIN pg_type ON pg_type.oid = type
JOIN pg_namespace ON pg_namespace.oid = typnamespace
WHERE typtype <> 'd' ORDER BY attnum
"""


@dataclass(frozen=True)
class Column:
    """``type`` is the server's short name, as int4 or numeric(9,2), of what a domain is based on;
    empty for a type that is not the server's own."""

    name: str
    type: str


def qualified(address: Address) -> str:
    """The table in SQL."""
    return f"{quoted(address.schema)}.{quoted(address.table)}"


def columns_of(connection: Any, address: Address) -> tuple[Column, ...]:
    """The columns of a table or a view, refused if there is none of that name."""
    found = _relation(connection, address)
    if found is None:
        _refuse_missing(connection, address)
    number, kind = found
    if kind not in TABLES:
        raise InvalidInput(
            f"{address.name} is {OTHERS.get(kind, 'no table')}; a table or a view is expected.",
            hint="Make a view of it: CREATE VIEW people AS SELECT * FROM ...",
        )
    rows = connection.execute(_COLUMNS, (number,)).fetchall()
    if not rows:
        raise InvalidInput(f"{address.name} has no columns.")
    return tuple(Column(name, type_) for name, type_ in rows)


def exists(connection: Any, address: Address) -> bool:
    return _relation(connection, address) is not None


def is_view(connection: Any, address: Address) -> bool:
    """Whether the rows lie elsewhere."""
    found = _relation(connection, address)
    return found is not None and TABLES.get(found[1]) == "view"


def _relation(connection: Any, address: Address) -> Any:
    return connection.execute(
        "SELECT c.oid, c.relkind::text FROM pg_class c JOIN pg_namespace n"
        " ON n.oid = c.relnamespace WHERE n.nspname = %s AND c.relname = %s",
        (address.schema, address.table),
    ).fetchone()


def _refuse_missing(connection: Any, address: Address) -> None:
    schemas = connection.execute(
        "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1"
    ).fetchall()
    if address.schema not in [name for (name,) in schemas]:
        raise InvalidInput(
            f"{address.server} has no schema {address.schema!r}.",
            hint=closest(address.schema, [name for (name,) in schemas]),
        )
    tables = connection.execute(
        "SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE nspname = %s AND relkind IN ('r', 'p', 'v') ORDER BY 1",
        (address.schema,),
    ).fetchall()
    raise InvalidInput(
        f"{address.name}: the schema {address.schema!r} has no such table.",
        hint=closest(address.table, [name for (name,) in tables]),
    )


def refuse_no_right_to_create(connection: Any, address: Address) -> None:
    """Refuse a schema that is not there, or in which this user may not make a table."""
    found = connection.execute(
        "SELECT has_schema_privilege(oid, 'CREATE'), has_schema_privilege(oid, 'USAGE')"
        " FROM pg_namespace WHERE nspname = %s",
        (address.schema,),
    ).fetchone()
    if found is None:
        raise InvalidInput(
            f"{address.server} has no schema {address.schema!r}.",
            hint=f"Make it first: CREATE SCHEMA {quoted(address.schema)}",
        )
    lacking = [right for right, has in zip(("CREATE", "USAGE"), found, strict=True) if not has]
    if lacking:
        raise InvalidInput(
            f"{address.name} cannot be written: this user lacks {' and '.join(lacking)} on the"
            f" schema {address.schema!r}.",
            hint=f"Its owner gives it: GRANT {', '.join(lacking)} ON SCHEMA"
            f" {quoted(address.schema)} TO ...",
        )


def refuse_no_right_to_read(connection: Any, address: Address) -> None:
    """Refuse a table that this user may not read, before anything is asked of it."""
    usage, select = connection.execute(
        "SELECT has_schema_privilege(n.oid, 'USAGE'), has_table_privilege(c.oid, 'SELECT')"
        " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = %s AND c.relname = %s",
        (address.schema, address.table),
    ).fetchone()
    rights = [
        (
            usage,
            f"USAGE on the schema {address.schema!r}",
            f"USAGE ON SCHEMA {quoted(address.schema)}",
        ),
        (select, "SELECT on the table", f"SELECT ON {qualified(address)}"),
    ]
    lacking = [(words, right) for has, words, right in rights if not has]
    if lacking:
        raise InvalidInput(
            f"{address.name} cannot be read: this user lacks"
            f" {' and '.join(words for words, _ in lacking)}.",
            hint="Its owner gives it: "
            + "; ".join(f"GRANT {right} TO ..." for _, right in lacking),
        )
