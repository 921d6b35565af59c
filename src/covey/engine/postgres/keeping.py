"""A table whose combinations stay on its server, with the class of each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from covey.engine.postgres.kept import PostgresKept
from covey.engine.postgres.recoding import Recoding, RecodingByKept
from covey.engine.postgres.snapshot import PostgresRows
from covey.engine.protocol import Generalization


class PostgresKeepingSnapshot(PostgresRows):
    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        self.kept = PostgresKept(self.given, kinds, self.connection)
        read = {column: own.kind for column, own in self.kept.columns.items()}
        return read, self.kept.rows, self.kept.fingerprint

    def _refuse_unlike(self, generalization: Generalization) -> None:
        generalization.refuse_unlike_kept(self.kept.columns, self.kept.classes)

    def recoding(self, generalization: Generalization, book: str, secrets: str) -> Recoding:
        return RecodingByKept(self, generalization, book, secrets)
