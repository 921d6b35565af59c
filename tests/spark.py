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
}
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
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=FutureWarning)
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").appName("covey tests")
        folder = tempfile.mkdtemp(prefix="covey-test-spark-")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        return builder.config("spark.sql.warehouse.dir", folder).getOrCreate()


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
