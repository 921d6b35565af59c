"""What regions are called where the map says what its areas, or their states, are called: derived
again, with code of its own, from the map and from what the codebook says that a region holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from covey.attributes import Regions
from covey.codebook.texts import literal, member
from covey.core.dataclass import dataclass
from covey.io.maps.areas import AreaMap

NOBODY = -1
"""In the place of the area that a region is named after, where it is named after none."""


@dataclass(frozen=True, eq=False)
class Words:
    """The name of every area by its code, None without a field of names, and its state, if regions
    stay within such. ``everywhere`` counts the areas of every state."""

    role: Regions
    name: dict[str, str] | None
    state: dict[str, str] | None
    everywhere: Counter[str]

    @classmethod
    def of(cls, role: Regions, areas: AreaMap) -> Words:
        names, states = None, None
        if role.names is not None:
            said = zip(areas.keys, areas.fields[role.names], strict=True)
            # An area whose name is blank is called by its code.
            names = {code: text if text and text.strip() else code for code, text in said}
        if role.map_within is not None:
            said = zip(areas.keys, areas.fields[role.map_within], strict=True)
            states = {code: state or "" for code, state in said}
        return cls(role, names, states, Counter((states or {}).values()))

    def possible(self, codes: Sequence[str]) -> Iterator[tuple[str, int]]:
        """What a region of these areas may be called, and the number of the area in the list that
        it is then named after."""
        many = len(codes)
        if many == 1 and self.name is None:
            yield literal(codes[0]), NOBODY
            return
        if many == 1:
            yield self._where(codes, 0) + self._area(codes[0]), NOBODY
            return
        whole = self._whole(codes)
        if whole:
            yield whole, NOBODY
            return
        # Who has the most records is not known here: every area of the region is possible.
        yield self._nameless(codes), NOBODY
        for at, code in enumerate(codes):
            yield f"{self._where(codes, at)}{self._area(code)} and {many - 1:,} more", at

    def is_whole(self, codes: Sequence[str]) -> bool:
        """Whether a region is called by its states alone, no matter who lives there."""
        return len(codes) > 1 and bool(self._whole(codes))

    def _states(self, codes: Sequence[str]) -> list[str]:
        return [] if self.state is None else sorted({self.state[code] for code in codes})

    def _area(self, code: str) -> str:
        return member(code if self.name is None else self.name[code], ": ")

    def _listed(self, states: Sequence[str]) -> str:
        return ", ".join(member(state, ": ") for state in states)

    def _whole(self, codes: Sequence[str]) -> str:
        states = self._states(codes)
        # One or two states are named if the region has all of their areas on the map.
        if not 1 <= len(states) <= 2 or len(codes) != sum(self.everywhere[s] for s in states):
            return ""
        return f"{self._listed(states)} ({len(codes):,} areas)"

    def _where(self, codes: Sequence[str], at: int) -> str:
        states = self._states(codes)
        if not states or self.state is None:
            return ""
        if len(states) <= 2:
            return f"{self._listed(states)}: "
        return f"{member(self.state[codes[at]], ': ')} and {len(states) - 1:,} more: "

    def _nameless(self, codes: Sequence[str]) -> str:
        states, many = self._states(codes), f"{len(codes):,} areas"
        if len(states) <= 2:
            return f"{self._listed(states)}: {many}" if states else many
        return f"{many} ({member(self.role.within)}: {len(states):,})"
