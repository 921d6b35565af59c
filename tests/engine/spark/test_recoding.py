"""The rows that are published, and what does not go with them."""

from __future__ import annotations

from typing import Any

import pytest

from covey.engine.protocol import Generalization, ToFrame
from covey.engine.spark import recoding
from tests.engine.spark.people import opened

pytestmark = pytest.mark.xdist_group("spark")

NOTED = (
    "SELECT zip, note COLLATE UTF8_LCASE AS note, named_struct('a', map('k', 1)) AS s FROM VALUES"
    " ('x', 'N'), ('x', 'n'), (NULL, 'n'), ('y', 'n') v(zip, note)"
)


def test_notes_on_columns_and_collations_are_not_published(spark: Any) -> None:
    from pyspark.sql import functions

    frame = spark.sql(NOTED)
    frame = frame.withColumn("note", functions.col("note").alias("note", metadata={"by": "Ann"}))
    with opened(frame, zip="text") as snapshot:
        classes = Generalization(snapshot.count().ranks[0] * 0, {"zip": ["all"]})
        published = snapshot.recode(classes, ToFrame(), order="7" * 64).reveal()
        assert [field.metadata for field in published.schema] == [{}, {}, {}]
        assert published.dtypes == [
            ("zip", "string"),
            ("note", "string"),
            ("s", "struct<a:map<string,int>>"),
        ]
        assert sorted(row.note for row in published.collect()) == ["N", "n", "n", "n"]


def test_missing_values_find_their_class_however_the_codebook_is_joined(
    spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = spark.sql(NOTED).select("zip", "note")
    most = recoding.BROADCAST
    for beside, broadcast in ((recoding.TEXTS_BESIDE, most), (0, most), (0, 0)):
        monkeypatch.setattr(recoding, "TEXTS_BESIDE", beside)
        monkeypatch.setattr(recoding, "BROADCAST", broadcast)
        with opened(frame, zip="text") as snapshot:
            texts = Generalization(snapshot.count().ranks[0] + 1, {"zip": [None, "", "z"]})
            hidden = snapshot.recode(texts, ToFrame())
            found = hidden.count(["zip"])
            assert dict(zip(found.texts[0].tolist(), found.counts.tolist(), strict=True)) == {
                None: 1, "": 2, "z": 1
            }  # fmt: skip
            hidden.discard()


def test_types_within_types_lose_their_notes_as_well() -> None:
    from pyspark.sql import types

    inner = types.StructType([types.StructField("a", types.LongType(), metadata={"by": "Ann"})])
    bare = recoding.bare_type(types.ArrayType(inner))
    assert isinstance(bare.elementType, types.StructType)
    assert bare.elementType.fields[0].metadata == {}
