"""A table whose combinations the executors keep, with the class of each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from covey.engine.protocol import Generalization
from covey.engine.spark.kept import SparkKept
from covey.engine.spark.recoding import Recoding, RecodingByKept
from covey.engine.spark.snapshot import SparkRows


class SparkKeepingSnapshot(SparkRows):
    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        self.kept = SparkKept(self.given, kinds, self.rows, keeps_classes=True)
        read = {column: own.kind for column, own in self.kept.columns.items()}
        return read, self.kept.rows, self.kept.fingerprint

    def __exit__(self, _: object = None, raised: object = None, *trace: object) -> None:
        kept = getattr(self, "kept", None)
        if kept is not None:
            kept.__exit__()
        super().__exit__(_, raised, *trace)

    def recoding(self, generalization: Generalization) -> Recoding:
        generalization.refuse_unlike_kept(self.kept.columns, self.kept.classes)
        return RecodingByKept(self, generalization, self.kept)
