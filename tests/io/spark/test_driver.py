"""What Spark says, in covey's words and without a value of a record."""

from __future__ import annotations

import sys

import pyarrow as pa
import pytest

from covey import InvalidInput, OutOfResources
from covey.io.spark.driver import asking, is_frame, pyspark, refusal


class SparkSays(Exception):
    """An error as PySpark raises them."""

    __module__ = "pyspark.errors"

    def __init__(self, condition: str, words: str = "a value: secret") -> None:
        super().__init__(f"[{condition}] {words}")


class ConnectionSays(Exception):
    __module__ = "grpc"


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (SparkSays("PATH_NOT_FOUND"), InvalidInput, "people cannot be read: there is no such path"),
        (SparkSays("TABLE_OR_VIEW_NOT_FOUND"), InvalidInput, "no such table"),
        (SparkSays("FAILED_READ_FILE.NO_HINT"), InvalidInput, "somebody changed it"),
        (SparkSays("X", "java.io.IOException: No space left on device"), OutOfResources, "is full"),
        (SparkSays("X", "java.lang.OutOfMemoryError: heap"), OutOfResources, "memory of Spark"),
        (SparkSays("X", "bigger than spark.driver.maxResultSize"), OutOfResources, "driver takes"),
        (SparkSays("CAST_INVALID_INPUT"), InvalidInput, r"\(Spark's error CAST_INVALID_INPUT\)"),
        (ConnectionSays("secret"), InvalidInput, "ConnectionSays"),
        (ConnectionRefusedError("secret"), InvalidInput, "connection to Spark was lost"),
    ],
)
def test_an_error_is_told_by_its_condition(
    error: Exception, kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words) as told, asking("people"):
        raise error
    assert "secret" not in str(told.value)


def test_an_error_that_is_not_of_spark_stays_what_it_is() -> None:
    assert refusal("people", ZeroDivisionError()) is None
    with pytest.raises(ZeroDivisionError), asking("people"):
        raise ZeroDivisionError
    with pytest.raises(KeyboardInterrupt), asking("people"):
        raise KeyboardInterrupt


def test_a_frame_is_known_without_loading_spark() -> None:
    class DataFrame:
        __module__ = "pyspark.sql.connect.dataframe"

    assert is_frame(DataFrame())
    assert not is_frame(pa.table({"a": [1]}))
    assert not is_frame("people.csv")


def test_without_pyspark_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(InvalidInput, match="covey\\[spark\\]"):
        pyspark()


def test_an_old_pyspark_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyspark(), "__version__", "3.5.1")
    with pytest.raises(InvalidInput, match=r"PySpark 4\.0 or newer; given: 3\.5\.1"):
        pyspark()
