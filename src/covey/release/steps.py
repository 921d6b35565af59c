"""The steps of a run, as it reports them, and the share of the time that each takes, about: as
measured on 1,000,000 and 10,000,000 rows by labels."""

from __future__ import annotations

READING = "reading"
COUNTING = "counting"
SOLVING = "solving"
WRITING = "writing"
RECOUNTING = "counting again"
REPORTING = "writing the report"

OF_ANONYMIZE = {
    READING: 0.3,
    COUNTING: 0.1,
    SOLVING: 0.1,
    WRITING: 0.4,
    RECOUNTING: 0.08,
    REPORTING: 0.02,
}
OF_APPLY = {READING: 0.4, WRITING: 0.5, RECOUNTING: 0.1}
OF_EXPLORE = {READING: 0.1, COUNTING: 0.1, SOLVING: 0.8}
"""A guess: the table is read once and solved for every k and recoding."""
