"""Spark as an engine: tables that are counted and recoded on their cluster, classic or Connect."""

from covey.engine.spark.engine import SparkEngine

__all__ = ["SparkEngine"]
