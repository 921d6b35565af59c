"""What a quasi-identifier is. That decides what its sets may be.

A role is what the user says of a column: labels, ordered values, points, areas of a map or labels
below a tree. ``attributes/__init__.py`` lists the kinds, and ``docs/explanation/architecture.md``
says what else knows them.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from covey.codebook.dimensions import of_values
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from covey.attributes.attribute import Attribute, Choices
    from covey.codebook.book import Column
    from covey.codebook.dimensions import Dimension
    from covey.engine.protocol import Counted, Staged
    from covey.io.maps.areas import AreaMap


class LoadedMap(NamedTuple):
    """The areas of a map, and the map's name and fingerprint."""

    areas: AreaMap
    seen: dict[str, str]


@dataclass(frozen=True)
class Role(ABC):
    """The role of a quasi-identifier, whose options are the fields of its class."""

    role: ClassVar[str]
    """What the role is called in job files and certificates."""
    problem_kind: ClassVar[str]
    """The problem whose solver handles such a column alone."""
    words: ClassVar[str]
    """What such values are called in summaries."""
    value_word: ClassVar[str]
    """What one value is called in the report."""
    sets_words: ClassVar[str]
    """What the sets are called in the report."""
    option: ClassVar[str]
    """The option of the command line that names such a column."""
    option_value: ClassVar[str] = "COL"
    """What stands after the option."""
    parameters: ClassVar[tuple[str, ...]]
    """What the command line calls the values of the options that make such a role."""
    page_label: ClassVar[str] = ""
    """What the page of covey app calls the role; empty if it cannot be chosen there."""
    file_field: ClassVar[str] = ""
    """The field that names the file that somebody has to give, if there is one."""
    on_a_line: ClassVar[bool] = False
    """Whether values are in an order, and sets one after the other, so that bars show them."""
    is_coordinates: ClassVar[bool] = False
    """Whether a value is a place by its coordinates."""
    missing_is_a_label: ClassVar[bool] = False
    """Whether missing is a value like any other, however few records have none: it may share a set
    with others."""
    keeps_common: ClassVar[bool] = False
    """Whether common labels are to stay whole."""
    needs_map: ClassVar[bool] = False
    """Whether values are areas of a map: ``maps.on_maps`` finds such columns."""
    has_tree: ClassVar[bool] = False
    """Whether values are below a tree: ``trees.below_trees`` finds such columns."""
    may_be_in_parts: ClassVar[bool] = False
    """Whether a table can be solved in parts that its engine cuts at values of such a column."""
    may_have_shapes: ClassVar[bool] = False
    """Whether sets can be drawn. A map that is a saved graph has no shapes."""

    def columns(self, name: str) -> tuple[str, ...]:
        """The columns of the table that hold the quasi-identifier ``name``."""
        return (name,)

    @classmethod
    @abstractmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Role]:
        """The quasi-identifier, and its role, that ``text`` names after the option whose values are
        called ``parameter``. ``how`` has the values of all options."""

    @abstractmethod
    def as_options(self, name: str) -> Sequence[str]:
        """The words of a command line that say this role of the quasi-identifier ``name``. A role
        that has no such words raises NeedsJobFile."""

    def kinds(self, name: str) -> dict[str, str]:
        """How the engine reads each column: see ``covey.io.kinds``."""
        return {name: "text"}

    def beside(self, name: str) -> dict[str, str]:
        """Other columns that must be counted, too, to know what sets may be, and how each is read.
        They are not recoded."""
        return {}

    @abstractmethod
    def read(self, name: str, staged: Staged, counted: Counted, choices: Choices) -> Attribute:
        """The quasi-identifier ``name`` of a counted table, as codes."""

    def dimensions(
        self,
        own: Sequence[Column],
        of_class: NDArray[np.int64],
        about: Mapping[str, Any],
        counted: Counted | None,
    ) -> list[Dimension]:
        """The sets of the codebook's columns ``own``, and where the counted values lie in them.

        of_class
            The set of every class.
        about
            What the certificate says about how the column was read.
        counted
            The values to look up; None, if only the sets are needed.
        """
        return [of_values(own[0], of_class, counted)]

    @property
    def ranged(self) -> bool:
        """Whether a set is a range of each column, and not a list of values."""
        return False

    @property
    def stated_order(self) -> Sequence[str]:
        """The labels in the order that the user states; none if the values have their own."""
        return ()

    def with_order(self, order: Sequence[str]) -> Role:
        """The role with the order that the type of a column states, if the user states nothing."""
        return self

    @property
    def stated_bands(self) -> str:
        """Where ranges may begin and end; empty if anywhere."""
        return ""

    def with_bands(self, bands: str) -> Role | None:
        """The role with these bands in place of its own; None if it can have none."""
        return None

    def is_interval(self, name: str) -> bool:
        """Whether a set is an interval of the one column ``name``."""
        return self.ranged and self.columns(name) == (name,)

    @property
    def tree_of_names(self) -> Any:
        """The tree whose nodes are the names of sets; None, if there is none."""
        return None

    @property
    def degrees(self) -> bool:
        """Whether shapes are drawn in degrees on the globe."""
        return True

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read besides the table."""
        return ()

    def moved(self, move: Callable[[str], str]) -> Role:
        """The same role with its paths as seen from elsewhere."""
        return self

    def dimension_columns(self, name: str) -> tuple[str, ...]:
        """The column of each of the :meth:`dimensions`."""
        return self.columns(name)

    def border_kind(self, about: Mapping[str, Any]) -> str:
        """The kind of the borders of ranges, empty if there are no ranges."""
        return ""

    def crosses_antimeridian(self, column: str) -> bool:
        """Whether a range of the column may begin above its end."""
        return False

    def without_value(self, name: str, counted: Counted) -> NDArray[np.bool_]:
        """The counted combinations that have no value."""
        return counted.missing(name)

    def readings(self) -> tuple[set[str], set[str]]:
        """What a certificate must say, and what it may say besides, about how the column was
        read."""
        return set(), set()

    def refuse_kind(self, name: str, kind: str) -> None:
        """Refuse options that do not fit what the values of the column ``name`` were read as."""
        return

    def may_count_missing_as(self, given: Any) -> bool:
        """Whether a certificate may say that missing values count as ``given``."""
        return False

    def to_dict(self) -> dict[str, Any]:
        """The role as plain data, without the options that have their default value."""
        found: dict[str, Any] = {"role": self.role}
        for option in fields(self):
            value = getattr(self, option.name)
            if value != option.default:
                found[option.name] = _listed(value)
        return found

    def public(self) -> dict[str, Any]:
        """The same for a published certificate: without paths."""
        return self.to_dict()

    @property
    def depends_on_k(self) -> bool:
        """Whether other sets are allowed for another k, so that an answer for a larger k need not
        be one for a smaller k."""
        return False

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        """Whether a job file gives an option as the right type."""
        return isinstance(value, str)

    @classmethod
    def hint_on(cls, option: str) -> str:
        """How a job file writes an option."""
        return "Texts are written in quotes."

    @classmethod
    def from_dict(cls, name: str, data: Mapping[str, Any]) -> Role:
        """What :meth:`to_dict` wrote. Unknown options are refused; ``name`` is for messages."""
        # A job file or a certificate comes from anybody: names and types are checked before the
        # class itself sees a value.
        known: dict[str, Field[Any]] = {field.name: field for field in fields(cls)}
        given = {option: value for option, value in data.items() if option != "role"}
        for option, value in given.items():
            if option not in known:
                raise InvalidInput(
                    f"{name!r} as {cls.role} has no option {option!r}.",
                    hint=closest(option, known),
                    given=option,
                )
            if not cls.is_option_of_type(option, value):
                raise InvalidInput(
                    f"{name!r} as {cls.role}: {option!r} is not of type {type(value).__name__}.",
                    hint=cls.hint_on(option),
                    given=value,
                )
        # Without this, the call of the class would raise a TypeError that names no column.
        for field in known.values():
            if field.default is dataclasses.MISSING and field.name not in given:
                raise InvalidInput(f"{name!r} as {cls.role} needs the option {field.name!r}.")
        return cls(**given)


def counted_beside(quasi: Mapping[str, Role], counted: Mapping[str, str]) -> dict[str, str]:
    """The columns that quasi-identifiers need besides those that are counted anyway."""
    needed = [role.beside(name) for name, role in quasi.items()]
    return {column: kind for own in needed for column, kind in own.items() if column not in counted}


def _listed(value: Any) -> Any:
    """With lists instead of tuples, as JSON and TOML have them."""
    return list(map(_listed, value)) if isinstance(value, tuple) else value
