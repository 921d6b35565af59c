"""Published texts that can be read in one way only.

Three rules make the texts of a column different, whatever labels a table has:

- ``literal``: a label that reads like a special text or like a name that covey makes up is put in
  double quotes, so that ``*`` is always "any value" and ``"*"`` is always a label.
- ``member``: the same for a label inside of a name, such as ``Bern, "Chur, north"``.
- ``distinguished``: a text that looks like another one of the column gets the number of its set.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from covey.core.words import MISSING_TEXT

ANYTHING = "*"
"""What is published for a set of all values, missing ones included."""
ANY_NUMBER = "any value"
"""What is published for a range without ends."""
OR_MISSING = " or missing"
"""The end of the text of a set that also has the records without a value."""
EMPTY = "(empty)"

SPECIAL = (ANYTHING, ANY_NUMBER, MISSING_TEXT, EMPTY)
NUMBERED = re.compile(
    r"-\d+ \([\d,]+ values\)$| and [\d,]+ more\)?$|(^|[ (])[\d,]+ areas\)?$|\(no\. \d+\)$"
    r"|(^| )or missing$",
    re.IGNORECASE,
)
"""How names end that covey makes up: town-017 (42 values), 36047 and 30 more, 31 areas,
... (no. 17), ... or missing."""
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00016fe4\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What is shown as nothing: Default_Ignorable_Code_Point of Unicode, and the filler of Khitan."""
BLANK = re.compile("[\u2800\U00013441\U00013442\U0001d159]")
"""What is shown as a blank, but is a letter or a sign: of Braille, hieroglyphs and notes."""
TAIL = 60
"""Letters in which such an end is looked for: a label may be very long."""


def made_up(seen: str) -> bool:
    """Whether a text, as it looks, reads like one that covey makes up.

    >>> made_up("[20, 30)"), made_up("town-017 (42 values)"), made_up("Any Value"), made_up("Bern")
    (True, True, True, False)
    """
    # Most labels end here: every text that covey makes up has a blank or a sign in it.
    if seen.isalnum():
        return False
    ends = seen.startswith(("< ", ">= "))
    ranged = ", " in seen and seen.startswith("[") and seen.endswith((")", "]"))
    special = len(seen) < TAIL and seen.casefold() in SPECIAL
    return ends or ranged or special or NUMBERED.search(seen[-TAIL:]) is not None


def literal(label: str, separator: str = "") -> str:
    """A label by itself. ``separator`` stands between the labels of a name in this column.

    >>> literal("Bern"), literal("*"), literal("Bern, Chur", ", "), literal("Bern ")
    ('Bern', '"*"', '"Bern, Chur"', '"Bern "')
    """
    seen = look(label)
    # Blanks around it, for "a to" and "to b" are no better than "a to b".
    reads_as_two = bool(separator) and separator in f" {seen} "
    invisible = label != label.strip() or (not seen and label != "")
    if not (reads_as_two or invisible or seen.startswith('"') or made_up(seen)):
        return label
    return '"' + label.replace('"', '""') + '"'


def member(label: str | None, separator: str = "") -> str:
    """A label inside of a name, where missing and empty ones are words.

    >>> member("Bern"), member(None), member(""), member("(empty)")
    ('Bern', '(missing)', '(empty)', '"(empty)"')
    """
    return MISSING_TEXT if label is None else literal(label, separator) or EMPTY


def distinguished(names: Sequence[str | None]) -> list[str | None]:
    """The texts of a column's sets, in their order: one that looks like an earlier one gets its
    number.

    >>> distinguished(["a", "b", "a", "a  b", "a b"])
    ['a', 'b', 'a (no. 3)', 'a  b', 'a b (no. 5)']
    """
    # By look: what a reader cannot distinguish must not be two texts.
    taken: set[str | None] = set()
    apart: list[str | None] = []
    for number, name in enumerate(names, start=1):
        seen = None if name is None else look(name)
        # A loop, because the text with a number may be taken as well, by a label that looks like
        # it.
        while seen in taken:
            name = f"{name} (no. {number})"
            seen = look(name)
        taken.add(seen)
        apart.append(name)
    return apart


def look(text: str) -> str:
    """Equal for texts that a reader, or a program that trims or normalizes them, takes for one:
    those that differ in blanks, in invisible characters or in Unicode normalization only.

    >>> look("New\\u00a0 York ") == "New York", look("e\\u200d\\u0301") == look("\\u00e9")
    (True, True)
    """
    if not text.isascii():
        # NFKC first: it turns compatibility forms into letters that the patterns know.
        text = BLANK.sub(" ", UNSEEN.sub("", unicodedata.normalize("NFKC", text)))
        text = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
        # What the invisible letters stood between may belong together.
        text = unicodedata.normalize("NFKC", text)
    elif text.isalnum():
        return text
    # Control characters count as blanks: a line break in a label looks like one in many programs.
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())
