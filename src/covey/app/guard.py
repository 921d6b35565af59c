"""Who may ask the page for anything, and what a page may do in a browser.

A browser must have opened the link that covey printed, which works once and leaves a cookie.
Another user of the machine has neither. A page of another origin, which the same browser shows, has
the cookie sent for it at most: it is refused by ``Origin`` and ``Sec-Fetch-Site``. A name of the
network that suddenly means this machine (DNS rebinding) is refused by ``Host``. The path has a
random part, so that no other server of the same machine is sent the cookie.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import field
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from covey.core.dataclass import dataclass

# Both mean this machine. Any other name in Host may be one that an attacker chose.
HOSTS = ("127.0.0.1", "localhost")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing is loaded from elsewhere, nothing is sent elsewhere, and no script stands in the page."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # No other page gets a handle on this window, or loads its files as scripts or pictures.
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # Values of the table must not stay on the disk when the page is closed.
    "cache-control": "no-store",
}
SAFE = ("GET", "HEAD")
CLOSED = (
    "This page is for the person who started covey app. Open the link that it printed in the"
    " terminal; each link works once. For a new one, start covey app again.\n"
)


@dataclass
class Keys:
    """The secrets of one run: the ``place`` in every path, the ``token`` of the link, and what the
    cookie holds."""

    port: int
    place: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    token_used: bool = False

    @property
    def name(self) -> str:
        """Of the cookie: two pages of one machine do not disturb each other."""
        return f"covey-{self.port}"

    @property
    def path(self) -> str:
        return f"/{self.place}/"

    @property
    def address(self) -> str:
        return f"http://{HOSTS[0]}:{self.port}{self.path}"

    @property
    def link(self) -> str:
        return f"{self.address}?token={self.token}"

    def use_token(self, given: str) -> bool:
        """Whether a token opens the page; it does so once."""
        # In constant time, also when it was used: the answer's time tells nothing of the token.
        right = secrets.compare_digest(given.encode(), self.token.encode())
        opens = right and not self.token_used
        self.token_used = self.token_used or opens
        return opens

    def holds(self, headers: Mapping[str, str]) -> bool:
        """Whether a request has the cookie."""
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.name)
        except CookieError:
            return False
        given = "" if found is None else found.value
        return secrets.compare_digest(given.encode(), self.cookie.encode())

    @property
    def set_cookie(self) -> str:
        # HttpOnly: no script reads it. Strict: no request that another site begins has it.
        return f"{self.name}={self.cookie}; Path={self.path}; HttpOnly; SameSite=Strict"


class Guard:
    """Stands before every route."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self._app, self._keys = app, keys
        self._hosts = {f"{host}:{keys.port}" for host in HOSTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # there is nothing else here
        headers = Headers(scope=scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    # A report has a policy of its own, which stays.
                    own.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope, headers)
        answer = self._app if refusal is None else refusal
        await answer(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        host = headers.get("host", "")
        if host not in self._hosts:
            return PlainTextResponse("This is not the host of this page.\n", 421)
        if not scope["path"].startswith(self._keys.path):
            return PlainTextResponse("There is nothing here.\n", 404)
        if self._is_foreign(scope["method"], host, headers):
            return PlainTextResponse("Another page asked for this.\n", 403)
        if self._keys.holds(headers):
            return None
        # The first page of all is let through with the token, which server.py spends.
        if scope["path"] == self._keys.path and b"token=" in scope["query_string"]:
            return None
        return PlainTextResponse(CLOSED, 403)

    def _is_foreign(self, method: str, host: str, headers: Headers) -> bool:
        """Whether a page of another origin is behind a request. To open the page is no request of
        a page, whatever led there; everything that changes something says its origin."""
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return True
        # Browsers send Origin with every request that changes something; what has none is no
        # browser's.
        if method not in SAFE:
            return origin is None
        # Old browsers and tools do not send it, and are not foreign for that: they need the cookie
        # all the same.
        site = headers.get("sec-fetch-site", "none")
        opening = headers.get("sec-fetch-mode") == "navigate"
        return site not in ("none", "same-origin") and not opening
