"""The types of single values in a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from covey.core.fields import BITS
from covey.core.json_types import Between, Matching
from covey.core.validate import MAX_TOTAL
from covey.io.outputs.folder import CERTIFICATE_FILE, SIGNATURE

Count = Annotated[
    int, Between("a count, a whole number from 0 to 2^63 - 1,", lowest=0, highest=MAX_TOTAL)
]
AtLeastOne = Annotated[
    int, Between("a whole number from 1 to 2^63 - 1", lowest=1, highest=MAX_TOTAL)
]
# The cost of 2^63 records has fewer bits.
Whole = Annotated[
    int,
    Between("a whole number of at most 127 bits", lowest=1 - 2**BITS, highest=2**BITS - 1),
]
Share = Annotated[float, Between("a share from 0 to below 1", lowest=0, below=1)]
NonNegative = Annotated[float, Between("a number, 0 or more,", lowest=0)]
Longitude = Annotated[float, Between("a longitude from -180 to below 180", lowest=-180, below=180)]
Pair = tuple[float, float]

# Neither the certificate nor its signature: a certificate cannot know their fingerprints.
_OTHER_FILES = "|".join(name.replace(".", r"\.") for name in (CERTIFICATE_FILE, SIGNATURE))
FileName = Annotated[
    str,
    Matching(
        "the plain name of a file, without folders,",
        # No dot in front: neither a hidden file nor the parent folder. No slash of any system.
        rf"(?!\.)(?!(?:{_OTHER_FILES})$)[^/\\\u0000-\u001f\u007f]+",
    ),
]
Rules = Mapping[str, float | Pair]
"""What is asked of a sensitive column: ``{"l": 3, "recursive": [2, 3]}``."""
