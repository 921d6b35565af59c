"""A web server on this machine alone that writes down what it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass
class Loopback:
    url: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[Loopback]:
    """It stops at the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            heard.asked.append(f"{self.command} {self.path}")
            self.send_error(404)

        do_GET = do_HEAD = do_POST = do_PUT = _answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        heard = Loopback(f"http://127.0.0.1:{server.server_port}")
        at_work = Thread(target=server.serve_forever, daemon=True)
        at_work.start()
        try:
            yield heard
        finally:
            server.shutdown()
            at_work.join()
