"""What a method is: a name, a run, a promise. Each kind of problem lists its own in METHODS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, GroupingProblem
    from covey.core.result import Certificate, Guarantee


@dataclass(frozen=True)
class MethodResult:
    """What a method's run hands back: a solution, and whatever it learned on the way.

    ``certificate`` is a bound stronger than the cheap ones, where the method found one;
    ``at_least`` replaces k for a method that relaxes it.
    """

    solution: Grouping
    guarantee: Guarantee
    certificate: Certificate | None = None
    notes: tuple[str, ...] = ()
    at_least: int | None = None


@dataclass(frozen=True)
class Method:
    """``run(problem, watch, seed, **options)`` solves; ``options`` names what it takes, with the
    default of each; ``variants`` are the options that a comparison lists separately;
    ``refuses(problem)`` says what kind of problem it is not for, or nothing;
    ``until_stopped`` says that it searches as long as it may, and finds more the longer that is."""

    name: str
    summary: str
    run: Callable[..., MethodResult]
    options: Mapping[str, Any] = field(default_factory=dict)
    objectives: tuple[str, ...] = ("max-size", "quadratic")
    variants: tuple[Mapping[str, Any], ...] = ({},)
    refuses: Callable[[GroupingProblem], str] = lambda problem: ""
    until_stopped: bool = False

    def with_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The method's options, with those given; an unknown one is refused."""
        for name in given:
            if name not in self.options:
                raise InvalidInput(
                    f"Method {self.name!r} has no option {name!r}.",
                    hint=closest(name, self.options) if self.options else "It takes none.",
                    given=name,
                )
        return {**self.options, **given}

    def require_objective(self, objective: str) -> None:
        if objective not in self.objectives:
            raise InvalidInput(
                f"Method {self.name!r} is for the objective {' or '.join(self.objectives)},"
                f" not {objective}.",
                hint="Use balanced, exact or auto.",
                given=objective,
            )

    def suits(self, problem: GroupingProblem) -> bool:
        return problem.objective in self.objectives and not self.refuses(problem)

    def require_suited(self, problem: GroupingProblem) -> None:
        self.require_objective(problem.objective)
        kind = self.refuses(problem)
        if kind:
            raise InvalidInput(
                f"Method {self.name!r} is not for {kind}.", hint="Use auto.", given=self.name
            )


def find(methods: tuple[Method, ...], name: str) -> Method:
    for method in methods:
        if method.name == name:
            return method
    raise InvalidInput(
        f"Unknown method {name!r}.", hint=closest(name, [m.name for m in methods]), given=name
    )
