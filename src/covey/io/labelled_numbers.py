"""What to do about numbers that are to be ordered and have labels in part, as scales of which only
the ends are named: 1 is never, 5 is always. The labels are read in the place of their numbers."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from covey.core.dataclass import dataclass
from covey.core.errors import Remedy
from covey.io.marks import MARKS, can_be_named

SOME = "Some of its numbers have labels, which are read in their place."
ALL = "Its numbers have labels, which are read in their place."


@dataclass(frozen=True)
class LabelledNumbers:
    """Distinct values of a column in the order of their numbers."""

    values: tuple[str, ...]
    numbers: tuple[float, ...]
    labelled: tuple[bool, ...]

    @property
    def is_scale(self) -> bool:
        """Whether they count on."""
        steps = [float(at) for at in range(len(self.numbers))]
        return [each - self.numbers[0] for each in self.numbers] == steps

    @property
    def labels_stand_apart(self) -> bool:
        """Whether the numbers with labels are below or above all others, as -99."""
        plain = [at for at, labelled in enumerate(self.labelled) if not labelled]
        return bool(plain) and not any(self.labelled[plain[0] : plain[-1]])

    def words(self, column: str) -> str:
        return (
            f"{ALL if all(self.labelled) else SOME} If they are a scale, state its order, with"
            " labels where there are some:"
            f" --ordered {shlex.quote(f'{column}=LOWEST,NEXT,HIGHEST')} (covey.Ordered(order=[...])"
            " in Python). If the labels stand for"
            f" missing values, name them (--na {shlex.quote(f'{column}=LABEL,LABEL')})."
        )

    def remedy(self, column: str) -> Remedy:
        """The order of a scale, or the labels of what is missing; nothing where that is not clear.
        It holds values of the table."""
        # Nobody would want so long an order in a command.
        if len(self.values) > MARKS and self.is_scale:
            return ()
        named = self.values
        if not self.is_scale:
            if not self.labels_stand_apart:
                return ()
            pairs = zip(self.values, self.labelled, strict=True)
            named = tuple(value for value, labelled in pairs if labelled)
        if not all(map(can_be_named, named)):
            return ()
        option = "--ordered" if self.is_scale else "--na"
        return [(option, f"{column}={','.join(named)}")]


def labelled_numbers(values: Sequence[str], labels: Mapping[float, str]) -> LabelledNumbers | None:
    """None if a value is neither a label of one number nor a number, or none has a label.

    >>> labelled_numbers(["2", "always", "never"], {1: "never", 3: "always"}).remedy("q")
    [('--ordered', 'q=never,2,always')]
    >>> labelled_numbers(["1200.5", "300", "not asked"], {-99: "not asked"}).remedy("income")
    [('--na', 'income=not asked')]
    """
    # Two numbers with one label could not be distinguished.
    by_label = {label: number for number, label in labels.items()}
    if len(by_label) < len(labels) or not any(value in by_label for value in values):
        return None
    try:
        found = [(float(by_label.get(value, value)), value) for value in values]
    except ValueError:
        return None
    found.sort()
    return LabelledNumbers(
        tuple(value for _, value in found),
        tuple(number for number, _ in found),
        tuple(value in by_label for _, value in found),
    )
