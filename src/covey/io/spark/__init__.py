"""Spark: its session, its frames, and what it says when something fails."""
