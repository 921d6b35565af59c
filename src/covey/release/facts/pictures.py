"""Maps of an answer for notebooks: every area in the colour of what it is published with.

Where all classes share one partition of a map, an area has the colour of its region's records.
Where sets overlap, it has that of the mean number of areas that it is published with.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from covey.attributes.maps import on_maps
from covey.core.words import plural
from covey.release.facts.overlaps import Blurred, blur_map, sets_overlap
from covey.report.drawing import Drawing, map_of

if TYPE_CHECKING:
    from covey.attributes.description import Description
    from covey.release.job import Job


def maps_of_areas(job: Job, description: Description) -> list[Drawing]:
    """A map for every column of areas, unless it has no shapes or too many."""
    return list(_maps(job, description))


def _maps(job: Job, description: Description) -> Iterator[Drawing]:
    overlap = sets_overlap(job)
    listed = dict(zip(job.quasi, description.listed(), strict=True))
    for name, role in on_maps(job.quasi).items():
        found = blur_map(role, name, description.entries, [size for _, size in listed[name]])
        if found is None:
            continue
        values = [each.areas if overlap else each.records for each in found.areas]
        words = [_words(each, overlap) for each in found.areas]
        drawing = map_of(found.drawn, values, words)
        if drawing is not None:
            yield drawing


def _words(area: Blurred, overlap: bool) -> str:
    if overlap:
        return f"{area.code}: published with {area.areas:,.1f} areas on average"
    return f"{area.code}: in a region of {plural(area.records, 'record')}"
