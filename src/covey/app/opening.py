"""Start the page, say where it is, and end it cleanly, however it is ended."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from covey.app.places import Places
from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder

NEEDED = "The page needs Starlette and uvicorn: pip install 'covey[app]'"
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
LAST = 1
"""Seconds that open requests have when the page ends."""


def require() -> None:
    """Refuse to start without what the page is made with."""
    try:
        import starlette
        import uvicorn  # noqa: F401
    except ImportError:
        raise InvalidInput("The page is an extra of covey.", hint=NEEDED) from None
    assert starlette


def serve(
    table: str,
    folders: Sequence[Path],
    *,
    port: int,
    limit: int,
    announce: Callable[[str, Path], None],
) -> None:
    """Serve the page until a signal ends it. ``announce`` is called with its link, and with a file
    that leads to it without showing it to other users of the machine."""
    require()
    from covey.app.guard import Keys
    from covey.app.server import application

    with private_folder() as private, _listening(port) as listening:
        # The socket first: with port 0 the system chooses, and cookie and host need the number.
        keys = Keys(listening.getsockname()[1])
        places = Places.of(folders, private)
        app = application(places, keys, limit, table)
        asyncio.run(
            _served(app, listening, lambda: announce(keys.link, _leading(private, keys.link)))
        )


def _leading(private: Path, link: str) -> Path:
    """A page for a browser to open: the link itself would stand in the list of processes."""
    file = private / "open.html"
    # Made with its rights before the link is in it.
    file.touch(mode=0o600)
    file.write_text(
        f'<!doctype html><meta charset="utf-8"><title>covey</title>'
        f'<meta http-equiv="refresh" content="0;url={escape(link)}">',
        encoding="utf-8",
    )
    return file


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A socket on the loopback address: no other machine reaches it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
        # A page that just ended must not keep its port busy.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", port))
        except OSError as error:
            raise InvalidInput(
                f"The page cannot be served at port {port}: {error.strerror}.",
                hint="Leave --port away: covey finds a free one.",
                given=port,
            ) from None
        yield found


async def _served(app: object, listening: socket.socket, announce: Callable[[], None]) -> None:
    import uvicorn

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield  # they are heard below

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            announce()

    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        # No log: the line of the first request would hold the token of the link.
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=LAST,
        ws="none",
    )
    server = Server(config)
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.should_exit = True

    if sys.platform != "win32":
        for name in SIGNALS:
            loop.add_signal_handler(getattr(signal, name), end)
    await server.serve(sockets=[listening])
