"""The routes of the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from covey.app.guard import CLOSED, Guard, Keys
from covey.app.places import Places
from covey.app.runs import JOB_FILE, LOOK_FILE, RECEIPTS, RELEASE, packed
from covey.app.session import Session
from covey.app.uploads import LIMIT, Uploads
from covey.app.work import problem_of
from covey.core.caller import by_page
from covey.core.errors import CoveyError, InvalidInput
from covey.report.render import SCRIPTS, asset

LONGEST = 1 << 20
"""Bytes of a request that is no upload."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
}
SHARED = ("mapScene", "barScene", "showPicture", "showList", "written")
"""What the page uses of the scripts of the report."""
REPORT_POLICY = (
    "sandbox allow-scripts allow-modals; default-src 'none'; style-src 'unsafe-inline';"
    " script-src 'unsafe-inline'"
)
"""A report is a page by itself, and says more strictly what it may do: show itself, no more."""

Answer = Callable[[Session, Any], Any]


def application(places: Places, keys: Keys, limit: int = LIMIT, table: str = "") -> Guard:
    """The page as an application; ``table`` is opened at once."""
    session = Session(places)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if table:
            await session.open(table)
        yield
        await session.close()

    routes = [
        Route("/", _first(keys)),
        Route("/page/{name:path}", _asset),
        Route("/api/state", _get(lambda own, _: own.view)),
        Route("/api/events", _events),
        Route("/api/files", _get(_files)),
        Route("/api/rows", _get(lambda own, ask: own.rows(int(ask.get("page", 0))))),
        Route("/api/fields", _get(lambda own, ask: own.fields(ask["path"], ask["column"]))),
        Route("/api/upload", _upload(Uploads(places.private, limit)), methods=["PUT"]),
        Route("/runs/{number:int}/look.json", _look),
        Route("/runs/{number:int}/report.html", _report),
        Route("/runs/{number:int}/job.toml", _job),
        Route("/runs/{number:int}/release.zip", _zip),
        Route("/runs/{number:int}/receipts.jsonl", _receipts),
        *(Route(f"/api/{name}", _post(act), methods=["POST"]) for name, act in ACTS.items()),
    ]
    # Everything below the random part of the path: see `guard`.
    app = Starlette(routes=[Mount(keys.path.rstrip("/"), routes=routes)], lifespan=lifespan)
    app.state.session = session
    # Two tabs that ask for one zip would write the same file.
    app.state.packing = asyncio.Lock()

    async def speaking(scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request. Messages name controls of the page instead of options."""
        with by_page():
            await app(scope, receive, send)

    return Guard(speaking, keys)


async def _explain(session: Session, given: Any) -> Any:
    return await session.explain(int(given["run"]), given["values"])


ACTS: dict[str, Answer] = {
    "open": lambda own, given: own.open(
        given["path"], given.get("reading"), bool(given.get("replace"))
    ),
    "treat": lambda own, given: own.treat(given["column"], given["as"], given.get("options", {})),
    "accept": lambda own, given: own.accept(given["columns"]),
    "remedy": lambda own, given: own.remedy(given["remedy"]),
    "put": lambda own, given: own.put(given["values"]),
    "undo": lambda own, given: own.undo(),
    "show": lambda own, given: own.show(given["screen"]),
    "risk": lambda own, given: own.ask_risk(),
    "explore": lambda own, given: own.explore(given["k"], bool(given.get("exact"))),
    "run": lambda own, given: own.run(),
    "choose-run": lambda own, given: own.choose_run(
        int(given.get("run", own.runs.chosen)), int(given.get("beside", own.runs.beside))
    ),
    "cancel": lambda own, given: own.cancel(),
    "explain": _explain,
    "write": lambda own, given: own.write(
        int(given["run"]), given["path"], bool(given.get("overwrite"))
    ),
    "aim": lambda own, given: own.aim(given["path"]),
    "save-job": lambda own, given: own.save_job(
        int(given["run"]), given["path"], bool(given.get("overwrite"))
    ),
    "save-draft": lambda own, given: own.save_draft(),
}
"""What a click does. Most say nothing but that it was done: changes are sent to all tabs."""


def _session(request: Request) -> Session:
    found: Session = request.app.state.session
    return found


async def _answered(request: Request, act: Answer, given: Any) -> Response:
    try:
        answer = act(_session(request), given)
        # Acts are plain functions or coroutines, as the session has them.
        if isinstance(answer, Awaitable):
            answer = await answer
    except CoveyError as error:
        return JSONResponse(problem_of("", error), 422)
    # What a request that the page never sends leads to: a missing key, a text for a number. It is
    # the request's fault, and no bug.
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return JSONResponse(
            problem_of("", InvalidInput("This request is not one of the page.")), 400
        )
    return JSONResponse({"done": True} if answer is None else answer)


def _get(act: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await _answered(request, act, request.query_params)

    return endpoint


def _post(act: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        # A form of another page can send texts without being asked, but not JSON: browsers ask
        # first.
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return PlainTextResponse("JSON is expected.\n", 415)
        body = b""
        # Counted while it comes: the length that a client states need not be true.
        async for piece in request.stream():
            body += piece
            if len(body) > LONGEST:
                return PlainTextResponse("This request is too long.\n", 413)
        try:
            given = json.loads(body)
            # What cannot be said again, as numbers without end and halves of letters, would stand
            # in the job, and it could not be sent to any page.
            json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError):
            return PlainTextResponse("JSON is expected.\n", 400)
        return await _answered(request, act, given)

    return endpoint


def _first(keys: Keys) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        known = keys.holds(request.headers)
        if not known and not keys.use_token(request.query_params.get("token", "")):
            return PlainTextResponse(CLOSED, 403)
        answer = Response(_page("index.html"), media_type="text/html")
        if not known:
            # Not a redirect: a browser that comes from elsewhere would not send the cookie there.
            answer.headers["set-cookie"] = keys.set_cookie
        return answer

    return endpoint


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name == "report.js":
        return Response(_shared(), media_type=TYPES[".js"])
    if name == "report.css":
        return Response(asset("style.css"), media_type=TYPES[".css"])
    if name not in _names():
        return PlainTextResponse("There is nothing here.\n", 404)
    # From a fixed list of names, so that no path leads out of the folder.
    return Response(_page(name), media_type=TYPES[Path(name).suffix])


@cache
def _names() -> frozenset[str]:
    """The files of the page: nothing else can be asked for, whatever a path says."""
    root = Path(str(files("covey.app") / "page"))
    return frozenset(
        file.relative_to(root).as_posix() for file in root.rglob("*") if file.suffix in TYPES
    )


def _page(name: str) -> str:
    return (files("covey.app") / "page" / name).read_text(encoding="utf-8")


@cache
def _shared() -> str:
    """The scripts of the report as one module."""
    own = [name for name in SCRIPTS if name != "start.js"]
    return "\n".join([*map(asset, own), f"export {{ {', '.join(SHARED)} }};", ""])


async def _events(request: Request) -> Response:
    session = _session(request)

    async def stream() -> AsyncIterator[bytes]:
        async for name, value in session.listen():
            text = json.dumps(value, ensure_ascii=True, default=str)
            yield f"event: {name}\ndata: {text}\n\n".encode()

    return StreamingResponse(stream(), media_type="text/event-stream")


def _files(session: Session, asked: Any) -> Any:
    return session.places.listing(asked.get("folder", ""), asked.get("for", "table"))


def _upload(uploads: Uploads) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        name = request.query_params.get("name", "")
        try:
            said = request.headers.get("content-length")
            length = None if said is None else int(said)
            path = await uploads.receive(name, length, request.stream())
        except CoveyError as error:
            # The rest of the file is not read. Without closing, it would be taken for the next
            # request.
            return JSONResponse(problem_of("upload", error), 413, headers={"connection": "close"})
        except (ValueError, ClientDisconnect):
            return PlainTextResponse("The upload was cut off.\n", 400)
        return JSONResponse({"path": str(path)})

    return endpoint


async def _job(request: Request) -> Response:
    """As the user knows it: the file that was run has the places of private copies."""
    try:
        text = _session(request).job_text(request.path_params["number"])
    except CoveyError as error:
        return JSONResponse(problem_of("", error), 404)
    headers = {"content-disposition": f'attachment; filename="{JOB_FILE}"'}
    return Response(text, media_type="application/toml", headers=headers)


def _of_run(request: Request, *parts: str) -> Path:
    return _session(request).runs.folder(request.path_params["number"]).joinpath(*parts)


async def _zipped(request: Request) -> Path:
    """Beside the loop that serves all tabs, and one after the other."""
    folder = _of_run(request)
    async with request.app.state.packing:
        return await asyncio.to_thread(packed, folder)


def _file(
    find: Callable[[Request], Path | Awaitable[Path]],
    media_type: str,
    name: str = "",
    **headers: str,
) -> Callable[[Request], Awaitable[Response]]:
    """A file of a run; with a ``name`` it is for the browser to save."""

    async def endpoint(request: Request) -> Response:
        try:
            found = find(request)
            path = await found if isinstance(found, Awaitable) else found
        except CoveyError as error:
            return JSONResponse(problem_of("", error), 404)
        # The zip found no room on the disk.
        except OSError as error:
            return JSONResponse(problem_of("", error), 507)
        return FileResponse(
            path, media_type=media_type, filename=name or None, headers=dict(headers)
        )

    return endpoint


_look = _file(lambda request: _of_run(request, LOOK_FILE), "application/json")
_report = _file(
    lambda request: _of_run(request, RELEASE, "report.html"),
    "text/html",
    **{"content-security-policy": REPORT_POLICY},
)
_zip = _file(_zipped, "application/zip", "release.zip")
_receipts = _file(lambda request: _of_run(request, RECEIPTS), "application/jsonl", RECEIPTS)
