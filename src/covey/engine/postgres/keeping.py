"""A table whose combinations stay on its server, with the class of each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from covey.core.errors import InternalError
from covey.core.holders import Holders
from covey.engine.postgres.kept import PostgresKept
from covey.engine.postgres.recoding import Recoding, RecodingByKept
from covey.engine.postgres.snapshot import PostgresSnapshot
from covey.engine.protocol import Counted, Generalization


class PostgresKeepingSnapshot(PostgresSnapshot):
    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        self.kept = PostgresKept(self.given, kinds, self.connection)
        read = {column: own.kind for column, own in self.kept.columns.items()}
        return read, self.kept.rows, self.kept.fingerprint

    def count(self) -> Counted:
        raise InternalError("The combinations of this snapshot stay in the engine.")

    def holders(self, columns: Sequence[str]) -> Holders:
        raise InternalError("The combinations of this snapshot stay in the engine.")

    def _refuse_unlike(self, generalization: Generalization) -> None:
        generalization.refuse_unlike_kept(self.kept.columns, self.kept.classes)

    def recoding(self, generalization: Generalization, book: str, secrets: str) -> Recoding:
        return RecodingByKept(self, generalization, book, secrets, self.kept)
