"""PySpark, which is an extra, and what Spark says through it.

A message of Spark may quote a value of a record. So what is said to the user is made from the name
of an error's condition, and from its text only what it says of the machine.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from covey.core.errors import CoveyError, InvalidInput, OutOfResources, Unanswered, exhausted

OLDEST = (4, 0)
"""The first version that hands tables over as Arrow, with and without Connect."""
LIMITS = {
    "No space left on device": "A disk of Spark is full",
    "Disk quota exceeded": "Spark's user may not use more of a disk",
    "File too large": "Spark may not write files of this size",
    "OutOfMemoryError": "The memory of Spark is not enough",
    "maxResultSize": "The distinct combinations are more than Spark's driver takes"
    " (spark.driver.maxResultSize)",
    "execute broadcast in": "Spark took too long to hand the codebook to its executors",
    "MEMORY_LIMIT": "The memory of Spark is not enough",
}
"""What a message says of the machine."""
REFUSALS = {
    "TABLE_OR_VIEW_NOT_FOUND": "there is no such table or view",
    "PATH_NOT_FOUND": "there is no such path",
    "UNABLE_TO_INFER_SCHEMA": "there is no table, only a path without files",
    "MALFORMED_": "a row of it has more or fewer fields than the header",
    "CSV header does not conform": "a file of it has another header than the first",
    "CANNOT_READ_FILE_FOOTER": "a file of it is not whole",
    "FAILED_READ_FILE": "a file of it cannot be read: it is damaged, or somebody changed it"
    " meanwhile",
    "AccessControlException": "this user has not the right to",
    "Permission denied": "this user has not the right to",
    "Mkdirs failed": "no folder can be made there",
    "FileAlreadyExists": "somebody else wrote there meanwhile",
    "CHECKPOINT_RDD_BLOCK_ID_NOT_FOUND": "an executor was lost with the rows that it kept",
    "Checkpoint block": "an executor was lost with the rows that it kept",
    "cancelled": "the job was cancelled",
}
"""What an error means, by a part of its condition or of its message."""
LOST = ("Py4JNetworkError", "ConnectionRefusedError", "SparkConnectGrpcException", "RpcError")
_CONDITION = re.compile(r"\[([A-Z][A-Z0-9_.]+)\]")


def pyspark() -> Any:
    """The package, refused in words where it is not installed or too old."""
    with warnings.catch_warnings():
        # covey hands Spark no pandas frames.
        warnings.filterwarnings("ignore", message=".*fully support pandas", category=FutureWarning)
        try:
            # Tables come from Spark as Arrow, for which pyspark itself does not ask.
            import pyarrow  # noqa: F401
            import pyspark
            import pyspark.sql
        except ImportError:
            raise InvalidInput(
                "Spark needs the packages pyspark and pyarrow, which are not installed.",
                hint="Install them: pip install 'covey[spark]'",
            ) from None
    if tuple(map(int, pyspark.__version__.split(".")[:2])) < OLDEST:
        raise InvalidInput(f"covey needs PySpark 4.0 or newer; given: {pyspark.__version__}.")
    return pyspark


def session() -> Any:
    """The session that is there, or a new one by Spark's own settings: SPARK_REMOTE for a Connect
    server, spark-defaults.conf for everything else."""
    spark = pyspark()
    with _quiet(), asking("Spark", "started"):
        active = spark.sql.SparkSession.getActiveSession()
        if active is not None:
            return active
        builder = spark.sql.SparkSession.builder.appName("covey")
        if "SPARK_REMOTE" not in os.environ:
            # Spark's messages quote values. What covey says of an error quotes none.
            builder = builder.config("spark.log.level", "OFF")
            builder = builder.config("spark.ui.showConsoleProgress", "false")
        made = builder.getOrCreate()
        context = getattr(made, "_sc", None)
        if context is not None and context.master.startswith("local"):
            # Its workers are of this machine: they take the Python that has covey.
            context.pythonExec = os.environ.get("PYSPARK_PYTHON", sys.executable)
        return made


def is_frame(given: Any) -> bool:
    """Whether something is a frame of Spark, classic or Connect, without loading Spark."""
    return any(
        base.__name__ == "DataFrame" and base.__module__.startswith("pyspark.sql.")
        for base in type(given).__mro__
    ) and not type(given).__module__.startswith("pyspark.pandas")


def session_of(frame: Any) -> Any:
    return frame.sparkSession


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*fully support pandas", category=FutureWarning)
        yield


@contextmanager
def asking(name: str, doing: str = "read") -> Iterator[None]:
    """Turn what Spark says into a refusal; ``doing`` is what was being done to what is named."""
    try:
        with _quiet():
            yield
    except (CoveyError, KeyboardInterrupt, GeneratorExit):
        raise
    except Exception as error:
        found = refusal(name, error, doing)
        if found is None:
            raise
        raise found from None


def refusal(name: str, error: BaseException, doing: str = "read") -> CoveyError | None:
    """What an error of Spark means; None, if it is not Spark's."""
    kind = type(error)
    chain = {base.__module__.split(".")[0] for base in kind.__mro__}
    if not chain & {"pyspark", "py4j", "grpc"} and not isinstance(error, OSError):
        return None
    # What led to an error is named in the stack alone. Nothing of it is shown.
    text = f"{_condition(error)} {error} {getattr(error, '_stackTrace', '')}"
    what = f"{name} cannot be {doing}"
    # Limits of the machine first: they may be the cause of any other error that the stack names.
    for said, words in LIMITS.items():
        if said in text:
            return OutOfResources(f"{words}: {what}.")
    if found := exhausted(error, what):
        return found
    for said, words in REFUSALS.items():
        if said in text:
            return Unanswered(f"{what}: {words}.")
    if kind.__name__ in LOST or isinstance(error, OSError):
        return Unanswered(
            "The connection to Spark was lost; nothing was published.",
            hint="Run it again when Spark is there. Spark needs Java 17 or newer, and finds it by"
            " JAVA_HOME.",
        )
    if kind.__name__ == "PySparkRuntimeError":
        return Unanswered(
            f"Spark did not start ({_condition(error) or kind.__name__}).",
            hint="Spark needs Java 17 or newer, and finds it by JAVA_HOME.",
        )
    return Unanswered(f"{what} (Spark's error {_condition(error) or kind.__name__}).")


def _condition(error: BaseException) -> str:
    """The name of what happened, which quotes nothing."""
    own = getattr(error, "getCondition", None) or getattr(error, "getErrorClass", None)
    found = own() if own is not None else None
    if isinstance(found, str) and found:
        return found
    named = _CONDITION.search(str(error))
    return named.group(1) if named else ""
