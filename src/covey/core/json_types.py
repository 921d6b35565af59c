"""JSON that is checked against Python types.

The fields of a frozen dataclass say what a JSON object holds. ``Annotated`` adds what a type cannot
say: a range, a pattern, the allowed texts, and a sentence for people. Two things follow from these
types and cannot disagree: :func:`read_json`, which refuses everything else and says where, and
:func:`build_schema`, which tells other programs the same as a JSON Schema.

======================  ========================================================
annotation              JSON
======================  ========================================================
str, int, float, bool   a text, a whole number, a finite number, true or false
``T | None``            T or null
``tuple[T, ...]``       a list of T
``tuple[T, T]``         a list of two
``Mapping[str, T]``     an object with any names, whose values are T
a dataclass             an object with these fields; one with a default may be absent
``Any``                 anything
======================  ========================================================
"""

from __future__ import annotations

import dataclasses
import json
import sys
import types
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from covey.core.dataclass import dataclass

MOST = sys.float_info.max
SHOWN = 60
"""Characters of a name or value from a file that a message repeats."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
Step = str | int
"""From a JSON value to one inside it: a name or a position."""


class Malformed(Exception):
    """A value that is not what its type says.

    >>> str(Malformed("a count is expected", "classes", "sizes", 3))
    'classes.sizes[3]: a count is expected'
    """

    def __init__(self, words: str, *path: Step) -> None:
        super().__init__(words, *path)
        self.words, self.path = words, path

    def inside(self, step: Step) -> Malformed:
        """The same, seen from the value around it."""
        return Malformed(self.words, step, *self.path)

    def __str__(self) -> str:
        where = "".join(map(_step_in_words, self.path)).removeprefix(".")
        return f"{where}: {self.words}" if where else self.words


def _step_in_words(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if step.isidentifier() else f"[{_shown(step)}]"


def _shown(value: Any) -> str:
    """A value from a file in a message: never long, never more than ASCII."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    # As ASCII: what stands in a file must not steer the terminal that shows the message.
    text = json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


@dataclass(frozen=True)
class Between:
    """A number from ``lowest`` to ``highest``, or up to but not including ``below``."""

    words: str
    lowest: float | None = None
    highest: float | None = None
    below: float | None = None

    def holds(self, value: float) -> bool:
        return (
            (self.lowest is None or value >= self.lowest)
            and (self.highest is None or value <= self.highest)
            and (self.below is None or value < self.below)
        )

    def schema(self) -> Schema:
        limits = {
            "minimum": self.lowest,
            "maximum": self.highest,
            "exclusiveMaximum": self.below,
        }
        return {keyword: limit for keyword, limit in limits.items() if limit is not None}


@dataclass(frozen=True)
class OneOf:
    """One of these texts."""

    texts: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"one of {', '.join(map(json.dumps, self.texts))}"

    def holds(self, value: str) -> bool:
        return value in self.texts

    def schema(self) -> Schema:
        return {"enum": list(self.texts)}


@dataclass(frozen=True)
class Matching:
    """A text that a regular expression matches from its first to its last character. The expression
    has the same meaning in Python and in ECMAScript, whose expressions JSON Schema uses."""

    words: str
    pattern: str

    def holds(self, value: str) -> bool:
        import re

        # Python's $ also matches before a line end, ECMAScript's does not.
        return re.fullmatch(self.pattern, value) is not None

    def schema(self) -> Schema:
        return {"pattern": f"^(?:{self.pattern})$"}


@dataclass(frozen=True)
class Needs:
    """An object with any names has at least these."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Others:
    """This field of a dataclass holds all names that are not fields themselves."""


Rule = Between | OneOf | Matching


class JsonType(ABC):
    """What an annotation says of a JSON value."""

    words: str

    @abstractmethod
    def takes(self, value: Any) -> bool:
        """Whether the value is of this type, whatever is inside. It chooses between the types of a
        union."""

    @abstractmethod
    def read(self, value: Any) -> Any:
        """The value as Python has it, or :class:`Malformed`."""

    @abstractmethod
    def schema(self, known: dict[str, Schema]) -> Schema:
        """As JSON Schema; the schemas of dataclasses are added to ``known``."""

    def without_null(self) -> JsonType:
        return self

    def refusal(self, value: Any) -> Malformed:
        return Malformed(f"{self.words} is expected; given: {_shown(value)}")


class Scalar(JsonType):
    name: ClassVar[str]
    python: ClassVar[tuple[type, ...]]
    in_general: ClassVar[str]

    def __init__(self, rule: Rule | None = None) -> None:
        self.rule = rule
        self.words = rule.words if rule else self.in_general

    def takes(self, value: Any) -> bool:
        # True is an int to Python, but not to JSON.
        return type(value) in self.python

    def read(self, value: Any) -> Any:
        if not self.takes(value) or (self.rule is not None and not self.rule.holds(value)):
            raise self.refusal(value)
        return value

    def schema(self, known: dict[str, Schema]) -> Schema:
        return {"type": self.name} | (self.rule.schema() if self.rule else {})


class Text(Scalar):
    name, python, in_general = "string", (str,), "a text"


class Truth(Scalar):
    name, python, in_general = "boolean", (bool,), "true or false"


class Null(Scalar):
    name, python, in_general = "null", (type(None),), "null"


class Whole(Scalar):
    name, python, in_general = "integer", (int,), "a whole number"


class Number(Scalar):
    """A finite one: a file can say 1e999, which Python reads as infinity."""

    name, python, in_general = "number", (int, float), "a finite number"

    def read(self, value: Any) -> Any:
        # NaN fails both comparisons.
        if not self.takes(value) or not -MOST <= value <= MOST:
            raise self.refusal(value)
        return super().read(value)

    def schema(self, known: dict[str, Schema]) -> Schema:
        return {"type": self.name, "minimum": -MOST, "maximum": MOST} | super().schema(known)


class Anything(JsonType):
    words = "any value"

    def takes(self, value: Any) -> bool:
        return True

    def read(self, value: Any) -> Any:
        return value

    def schema(self, known: dict[str, Schema]) -> Schema:
        return {}


class List(JsonType):
    """``length`` is that of a fixed one."""

    def __init__(self, inner: JsonType, length: int | None) -> None:
        self.inner, self.length = inner, length
        self.words = "a list" if length is None else f"a list of {length}"

    def takes(self, value: Any) -> bool:
        return type(value) is list

    def read(self, value: Any) -> tuple[Any, ...]:
        if not self.takes(value) or (self.length is not None and len(value) != self.length):
            raise self.refusal(value)
        found = []
        for at, each in enumerate(value):
            try:
                found.append(self.inner.read(each))
            except Malformed as error:
                raise error.inside(at) from None
        return tuple(found)

    def schema(self, known: dict[str, Schema]) -> Schema:
        fixed = {} if self.length is None else {"minItems": self.length, "maxItems": self.length}
        return {"type": "array", "items": self.inner.schema(known)} | fixed


class Object(JsonType):
    words = "an object"

    def __init__(self, names: JsonType, inner: JsonType, needed: tuple[str, ...]) -> None:
        self.names, self.inner, self.needed = names, inner, needed

    def takes(self, value: Any) -> bool:
        return type(value) is dict

    def read(self, value: Any) -> dict[str, Any]:
        if not self.takes(value):
            raise self.refusal(value)
        for name in self.needed:
            if name not in value:
                raise Malformed("this field is missing", name)
        found = {}
        for name, each in value.items():
            try:
                found[self.names.read(name)] = self.inner.read(each)
            except Malformed as error:
                raise error.inside(name) from None
        return found

    def schema(self, known: dict[str, Schema]) -> Schema:
        found: Schema = {"type": "object", "additionalProperties": self.inner.schema(known)}
        names = self.names.schema(known)
        # Names are texts in any case: only a rule for them is worth saying.
        if names != {"type": "string"}:
            found["propertyNames"] = names
        if self.needed:
            found["required"] = list(self.needed)
        return found


class Record(JsonType):
    """A dataclass."""

    words = "an object"

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        hints = get_type_hints(kind, include_extras=True)
        self.fields: dict[str, JsonType] = {}
        self.told: dict[str, str] = {}
        self.needed: list[str] = []
        self.others = ""
        for field in fields(kind):
            _, extras = _unpacked(hints[field.name])
            if any(isinstance(extra, Others) for extra in extras):
                self.others = field.name
                continue
            self.fields[field.name] = type_of(hints[field.name])
            self.told[field.name] = " ".join(extra for extra in extras if isinstance(extra, str))
            if field.default is dataclasses.MISSING:
                self.needed.append(field.name)
            else:
                # None says that the field is absent: the file never has null.
                self.fields[field.name] = self.fields[field.name].without_null()

    def takes(self, value: Any) -> bool:
        return type(value) is dict and all(name in value for name in self.needed)

    def read(self, value: Any) -> Any:
        # Not takes(): that a field is missing is said with its name.
        if type(value) is not dict:
            raise self.refusal(value)
        for name in self.needed:
            if name not in value:
                raise Malformed("this field is missing", name)
        found: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for name, each in value.items():
            if name in self.fields:
                try:
                    found[name] = self.fields[name].read(each)
                except Malformed as error:
                    raise error.inside(name) from None
            elif self.others:
                others[name] = each
            else:
                raise Malformed("there is no such field here", name)
        if self.others:
            found[self.others] = others
        return self.kind(**found)

    def schema(self, known: dict[str, Schema]) -> Schema:
        name = self.kind.__name__
        if name not in known:
            known[name] = {}  # reserved, in case a field holds the same type again
            properties = {}
            for field, inner in self.fields.items():
                told = {"description": self.told[field]} if self.told[field] else {}
                properties[field] = told | inner.schema(known)
            known[name] = {
                "description": " ".join(str(self.kind.__doc__).split("\n\n")[0].split()),
                "type": "object",
                "properties": properties,
                "required": self.needed,
                "additionalProperties": bool(self.others),
            }
        return {"$ref": f"#/$defs/{name}"}


class OneOfTypes(JsonType):
    """A union: the first type that takes the value reads it, and says what is wrong inside."""

    def __init__(self, options: tuple[JsonType, ...]) -> None:
        self.options = options
        # Two types may be called alike: each of their words once.
        self.words = " or ".join(dict.fromkeys(option.words for option in options))

    def without_null(self) -> JsonType:
        others = tuple(option for option in self.options if not isinstance(option, Null))
        return others[0] if len(others) == 1 else OneOfTypes(others)

    def takes(self, value: Any) -> bool:
        return any(option.takes(value) for option in self.options)

    def read(self, value: Any) -> Any:
        for option in self.options:
            if option.takes(value):
                return option.read(value)
        raise self.refusal(value)

    def schema(self, known: dict[str, Schema]) -> Schema:
        return {"anyOf": [option.schema(known) for option in self.options]}


def _unpacked(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """The type inside of ``Annotated``, and what stands beside it."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        return inner, tuple(extras)
    return hint, ()


# Once for each annotation: to look at a dataclass takes far longer than to read a value.
@cache
def type_of(annotation: Any) -> JsonType:
    """What an annotation says of JSON.

    >>> type_of(tuple[int, ...]).read([3, 4])
    (3, 4)
    >>> type_of(Annotated[float, Between("a share", 0, below=1)]).read(1)
    Traceback (most recent call last):
    ...
    covey.core.json_types.Malformed: a share is expected; given: 1
    """
    hint, extras = _unpacked(annotation)
    rules = [extra for extra in extras if isinstance(extra, Between | OneOf | Matching)]
    rule = rules[0] if rules else None
    if hint in SCALARS:
        return SCALARS[hint](rule)
    if hint is Any:
        return Anything()
    if is_dataclass(hint):
        return Record(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return OneOfTypes(tuple(map(type_of, inner)))
    if origin is tuple:
        return List(type_of(inner[0]), None if inner[-1] is Ellipsis else len(inner))
    if origin is Mapping:
        needed = [name for extra in extras if isinstance(extra, Needs) for name in extra.names]
        return Object(type_of(inner[0]), type_of(inner[1]), tuple(needed))
    raise TypeError(f"JSON has no type for {annotation!r}")


SCALARS: dict[Any, type[Scalar]] = {
    str: Text,
    int: Whole,
    float: Number,
    bool: Truth,
    type(None): Null,
}


def plain_json(content: bytes) -> Any:
    """What a file of JSON from anybody holds."""
    try:
        data = json.loads(content.decode("utf-8"), object_pairs_hook=_each_once)
        # A file can hold neither half a character nor a number that is none. JSON can spell both.
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise Malformed(f"it is not plain JSON in UTF-8 ({type(error).__name__})") from None
    return data


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a name that is there twice: programs differ in which of the two they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice")
    return found


def read_json(kind: Any, value: Any) -> Any:
    """A JSON value as an instance of ``kind``, or :class:`Malformed`."""
    return type_of(kind).read(value)


def build_schema(title: str, *kinds: Any) -> Schema:
    """The JSON Schema of a value of one of these types."""
    known: dict[str, Schema] = {}
    options = [type_of(kind).schema(known) for kind in kinds]
    return {"$schema": DIALECT, "title": title, "anyOf": options, "$defs": known}
