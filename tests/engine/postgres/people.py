"""A table of people on the server, in a schema of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import covey
from tests.postgres import OWNER, server

_numbers = count()
RELEASE = ["release", "release_cells", "release_certificate", "release_codebook"]


@dataclass(frozen=True)
class Study:
    schema: str

    def url(self, table: str = "people", user: str = OWNER, password: str = "") -> str:
        return server().url(self.schema, table, user, password)

    def anonymize(self, user: str = OWNER, password: str = "", **how: Any) -> covey.Release:
        given: dict[str, Any] = {
            "k": 5,
            "quasi": {"age": covey.Ordered(), "sex": covey.Labels()},
            "drop": ["name"],
            "out": self.url("release", user, password),
        }
        return covey.anonymize(self.url("people", user, password), **(given | how))

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        return server().run(statement.replace("SCHEMA.", f"{self.schema}."))

    @property
    def tables(self) -> list[str]:
        return server().tables(self.schema)

    def file(self, name: str, table: str = "release") -> str:
        ((content,),) = self.run(
            f"SELECT content FROM SCHEMA.{table}_certificate WHERE file = '{name}'"
        )
        return str(content)


@contextmanager
def made(records: int = 200) -> Iterator[Study]:
    study = Study(f"study_{next(_numbers)}")
    server().run(
        f"CREATE SCHEMA {study.schema}",
        f"CREATE TABLE {study.schema}.people AS SELECT 'Name ' || n AS name,"
        " 20 + n * 7919 % 60 AS age, CASE WHEN n % 3 = 0 THEN 'f' ELSE 'm' END AS sex,"
        " CASE WHEN n % 5 = 0 THEN NULL ELSE 'd' || n % 7 END AS diagnosis"
        f" FROM generate_series(1, {records}) n",
    )
    try:
        yield study
    finally:
        server().run(f"DROP SCHEMA {study.schema} CASCADE")
