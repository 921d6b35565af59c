"""A session of Spark for the tests: two threads of this machine, gone when they end.

``make test`` installs Java where it may. Where there is none, the run says at its end that Spark
was not tested, and fails if it is one of CI.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

SETTINGS = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.default.parallelism": "1",
    "spark.driver.memory": "1g",
    "spark.log.level": "OFF",
    # Tables of a few rows: to compile a plan takes many times as long as to run it as it is.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
}
OF_USERS = {
    "spark.sql.codegen.wholeStage": "true",
    "spark.sql.codegen.factoryMode": "FALLBACK",
    "spark.sql.adaptive.enabled": "true",
}
"""What users have instead: Spark's defaults."""
JAVA = {"SPARK_SUBMIT_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
"""Java ends before its better compiler, which takes minutes to start with, would pay."""
MISSING = (
    "NOT TESTED: Spark. There is no Java on the path or at JAVA_HOME. Debian: apt-get install"
    " openjdk-17-jre-headless"
)


def java() -> bool:
    home = os.environ.get("JAVA_HOME", "")
    return shutil.which("java") is not None or (Path(home) / "bin" / "java").is_file()


@cache
def session() -> Any:
    """Started at the first call."""
    assert java(), MISSING
    os.environ.update(JAVA, PYSPARK_PYTHON=sys.executable)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=FutureWarning)
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").appName("covey tests")
        folder = tempfile.mkdtemp(prefix="covey-test-spark-")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        return builder.config("spark.sql.warehouse.dir", folder).getOrCreate()


@contextmanager
def as_users_have_it() -> Iterator[None]:
    """Plans are compiled, and change while they run."""
    conf = session().conf
    for name, value in OF_USERS.items():
        conf.set(name, value)
    try:
        yield
    finally:
        for name in OF_USERS:
            conf.set(name, SETTINGS[name])


def environment() -> dict[str, str]:
    """For a process that starts a Spark of its own."""
    return {**os.environ, **JAVA, "PYSPARK_PYTHON": sys.executable}


def submitted() -> dict[str, str]:
    """The same with the settings, where the process names none itself."""
    settings = " ".join(f"--conf {name}={value}" for name, value in SETTINGS.items())
    given = f"--master local[1] {settings} pyspark-shell"
    return {**environment(), "PYSPARK_SUBMIT_ARGS": given}


def views() -> list[str]:
    """The views that covey made and did not remove. SQL names also tables that Spark's catalog
    cannot describe, such as those whose files another test removed."""
    found = session().sql("SHOW TABLES").collect()
    return [row.tableName for row in found if row.isTemporary and "covey" in row.tableName]


def kept() -> set[int]:
    """The copies of tables that the executors keep. Those of frames that nobody has any more go by
    themselves, sooner or later."""
    return set(session().sparkContext._jsc.getPersistentRDDs().keySet())


def stop() -> None:
    """Stop the session, if one was started."""
    if session.cache_info().currsize:
        folder = session().conf.get("spark.sql.warehouse.dir").removeprefix("file:")
        session().stop()
        session.cache_clear()
        shutil.rmtree(folder, ignore_errors=True)
