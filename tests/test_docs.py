"""The documentation says what is true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import covey as library
from covey.cli import cli
from covey.problems.registry import PROBLEM_KINDS
from tests import help_pages
from tests.conftest import Covey

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_help_pages_are_those_of_the_commands() -> None:
    assert help_pages.PAGE.read_text(encoding="utf-8") == help_pages.page(), "run: make docs"


def test_every_option_has_help() -> None:
    for path, command in help_pages.commands(cli, ("covey",)):
        assert command.help, path
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert getattr(parameter, "help", None), (path, parameter.name)


@pytest.mark.parametrize("problem_kind", PROBLEM_KINDS)
def test_every_method_is_in_the_manual_and_the_help(problem_kind: str) -> None:
    manual = (ROOT / "docs" / f"{problem_kind}.md").read_text(encoding="utf-8")
    for method in library.methods(problem_kind):
        assert f"**{method.name}**" in manual
        assert re.search(rf"\b{method.name}\b", help_pages.page())
    assert f"docs/{problem_kind}.md" in README


def test_the_readme_s_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.split("\n")
    promised = re.findall(r"print\(.*?\)  # (.*)", code)
    assert printed[: len(promised)] == promised


def test_the_readme_s_example_prints_what_it_shows(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, shown = re.search(
        r"\$ cat towns.csv\n(.*?)\$ covey solve labels towns.csv -k 20\n(.*?)```", README, re.DOTALL
    ).groups()  # type: ignore[union-attr]
    (tmp_path / "towns.csv").write_text(table)
    monkeypatch.chdir(tmp_path)
    ran = covey("solve", "labels", "towns.csv", "-k", 20)
    timeless = re.compile(r"[\d.e-]+ s \(")
    assert timeless.sub("", ran.out) == timeless.sub("", shown)


def test_the_example_of_bands_prints_what_it_shows(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "bands.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```\n(\$ cat visits.csv\n.*?)```", page, re.DOTALL)
    steps = re.findall(r"\$ (.*)\n([^$]*)", shown)
    (tmp_path / "visits.csv").write_text(steps[0][1])
    monkeypatch.chdir(tmp_path)
    for command, printed in steps[1:]:
        words = shlex.split(command)
        if words[0] == "cat":
            assert Path(words[1]).read_text() == printed
        else:
            ran = covey(*words[1:])
            assert ran.code == 0, ran.err


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_version_is_the_same_everywhere() -> None:
    for name in ("CITATION.cff", "CHANGELOG.md"):
        assert library.__version__ in (ROOT / name).read_text(encoding="utf-8")
