"""Requests in, answers out, a line of JSON each."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from covey import InvalidInput, OutOfResources
from covey.app.worker import Answers, in_words, serve, words_on
from tests.app.people import write_people


def answers_to(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    out = io.StringIO()
    serve(iter(map(json.dumps, requests)), Answers(out))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def last(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in said if "progress" not in each]


def test_every_request_has_one_answer(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    said = last(
        answers_to(
            {"ask": "rows", "page": 0},
            {"ask": "open", "table": str(table), "reading": {}},
            {"ask": "rows", "page": 1},
            {"ask": "nothing"},
        )
    )
    assert [next(iter(each)) for each in said] == ["error", "answer", "answer", "error"]
    assert said[0]["error"]["message"] == "No table is open yet."
    assert said[2]["answer"]["first"] == 100


def test_progress_is_said_while_something_is_done() -> None:
    out = io.StringIO()
    with Answers(out).progress({"reading": 1.0}) as report:
        report("reading people.csv")
        while "reading people.csv" not in out.getvalue():
            pass
    line = json.loads(out.getvalue().splitlines()[-1])["progress"]
    assert line.keys() == {"what", "done", "left"}


def test_errors_in_words() -> None:
    refused = InvalidInput("Not so.", hint="So.", shown=["row 3"], remedy=[("--na", "-")])
    assert in_words(refused) == {
        "message": "Not so.", "hint": "So.", "details": ["row 3"], "remedy": [["--na", "-"]],
        "remedy_words": '"Marks of missing values" set to "-"', "kind": "InvalidInput",
    }  # fmt: skip
    other = InvalidInput("Not so.", remedy=[("all.zip", "all.zip::a.csv")])
    assert in_words(other)["remedy"] == []  # the page has no such argument
    assert in_words(MemoryError())["kind"] == OutOfResources.__name__
    try:
        _ = dict[str, int]()["a secret value"]
    except KeyError as error:
        bug = in_words(error)
    assert bug["kind"] == "Bug"
    assert "test_worker.py" in bug["message"]
    assert "secret" not in json.dumps(bug)


def test_words_are_those_of_the_page() -> None:
    refused = InvalidInput("Leave --keep-order (shuffle=False in Python) out.", hint="Or --trim.")
    said = in_words(refused)
    assert said["message"] == "Leave shuffle = false in a job file out."
    assert said["hint"] == 'Or "Blanks around values are not part of them".'
    assert words_on([("--decimal", ","), ("--trim", "")]) == (
        '"Decimal separator" set to ",", "Blanks around values are not part of them"'
    )


def test_a_process_ends_with_whoever_started_it() -> None:
    command = [sys.executable, "-m", "covey.app.worker"]
    request = json.dumps({"ask": "nothing"}) + "\n"
    done = subprocess.run(
        command, input=request, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0
