"""Who may ask the page for anything."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from covey.app.guard import CLOSED, POLICY, Keys
from tests.app.people import PORT, Page

STRANGER = "http://evil.example"


def without_cookie(page: Page) -> TestClient:
    return TestClient(page.client.app, base_url=page.origin)


def test_the_link_opens_the_page_once_and_leaves_a_cookie(page: Page) -> None:
    other = without_cookie(page)
    again = other.get(f"{page.keys.path}?token={page.keys.token}")
    assert (again.status_code, again.text) == (403, CLOSED)
    # Who has the cookie may follow the link again, and reload.
    assert page.get(f"?token={page.keys.token}").status_code == 200
    assert page.get("").status_code == 200


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_pages() -> None:
    keys = Keys(PORT)
    assert keys.set_cookie.endswith(f"; Path={keys.path}; HttpOnly; SameSite=Strict")
    assert keys.token not in repr(keys)
    assert keys.cookie not in repr(keys)
    assert keys.use_token("") is keys.use_token("x") is False
    assert keys.use_token(keys.token) is True
    assert keys.use_token(keys.token) is False


@pytest.mark.parametrize("token", ["", "wrong", "é", "a" * 10_000])
def test_a_wrong_token_opens_nothing(page: Page, token: str) -> None:
    assert without_cookie(page).get(page.keys.path, params={"token": token}).status_code == 403


@pytest.mark.parametrize(
    "path", ["", "api/state", "api/events", "api/rows?page=0", "page/app.js", "runs/1/look.json"]
)
def test_nothing_is_there_without_the_cookie(page: Page, path: str) -> None:
    other = without_cookie(page)
    assert other.get(page.keys.path + path).status_code == 403
    forged = {"cookie": f"{page.keys.name}=wrong"}
    assert other.get(page.keys.path + path, headers=forged).status_code == 403


def test_other_paths_are_not_there(page: Page) -> None:
    for path in ("/", "/api/state", "/other/", f"{page.keys.path}nothing"):
        assert page.client.get(path).status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""]
)
def test_a_name_that_leads_here_is_not_this_host(page: Page, host: str) -> None:
    """DNS rebinding: the browser believes that evil.example is this machine."""
    assert page.get("api/state", headers={"host": host}).status_code == 421


def test_localhost_is_this_host(page: Page) -> None:
    assert page.get("api/state", headers={"host": f"localhost:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": STRANGER},
        {"origin": "null"},
        {"origin": f"http://localhost:{PORT}"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"origin": f"https://127.0.0.1:{PORT}"},
    ],
)
def test_a_page_of_another_origin_changes_nothing(page: Page, headers: dict[str, str]) -> None:
    assert page.post("open", headers, path="people.csv").status_code == 403
    assert page.state["busy"] is None
    assert page.state["table"] is None


def test_a_change_says_where_it_comes_from(page: Page) -> None:
    path = f"{page.keys.path}api/undo"
    assert page.client.post(path, json={}).status_code == 403
    assert page.client.post(path, json={}, headers={"origin": page.origin}).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_origin_reads_nothing(page: Page, site: str) -> None:
    headers: dict[str, Any] = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}
    assert page.get("api/state", headers=headers).status_code == 403
    # To follow a link to the page is no request of another page.
    opening = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
    assert page.get("", headers=opening).status_code == 200


def test_every_answer_says_what_a_browser_may_do(page: Page) -> None:
    for answer in (page.get(""), page.get("api/state"), page.client.get("/nothing")):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
    assert "unsafe" not in POLICY
