"""The circumstances of a release in the owner's words: their names, and which are not stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

TITLES = {
    "recipient": "Recipient",
    "purpose": "Purpose",
    "controls": "Controls",
    "threshold": "Why this threshold",
    "prepared-by": "Prepared by",
    "review": "Review",
}
"""What the owner can say of the circumstances, and what it is called. Who gets the release, what
for, what controls their access and use, why this k, who prepared it, and when and by whom it is
looked at again."""


def unsaid(context: Mapping[str, str]) -> tuple[str, ...]:
    """What the owner did not say, by its key.

    >>> unsaid({"recipient": "a university", "purpose": "a study", "threshold": "our policy"})
    ('controls', 'prepared-by', 'review')
    """
    return tuple(key for key in TITLES if not context.get(key))


def words_on_unsaid(keys: Sequence[str]) -> str:
    """How to state what is not stated.

    >>> words_on_unsaid(["controls", "review"])
    'state them with --context controls=TEXT and so on, or below [context] in a job file'
    >>> words_on_unsaid(["review"])
    'state it with --context review=TEXT, or below [context] in a job file'
    """
    it, more = ("it", "") if len(keys) == 1 else ("them", " and so on")
    return f"state {it} with --context {keys[0]}=TEXT{more}, or below [context] in a job file"
