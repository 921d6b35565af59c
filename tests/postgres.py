"""A PostgreSQL server for the tests, on a random port of this machine, gone when they end.

``make test`` installs PostgreSQL where it may. Where there is none, the run says at its end that it
was not tested, and fails if it is one of CI.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

OWNER = "postgres"
SECRET = "s3cret/of:the@tests"
"""The password of the users that log in with one; as a URL writes it: ``SECRET_IN_URL``."""
SECRET_IN_URL = "s3cret%2Fof%3Athe%40tests"
PATIENCE = 30.0
MISSING = (
    "NOT TESTED: PostgreSQL. It is not installed, or not where it is looked for (initdb on the"
    " path, or /usr/lib/postgresql/*/bin). Debian: apt-get install postgresql"
)


@dataclass(frozen=True)
class Server:
    folder: Path
    port: int
    process: subprocess.Popen[bytes]

    def url(self, schema: str, table: str, user: str = OWNER, password: str = "") -> str:
        login = f"{user}:{password}" if password else user
        return f"postgresql://{login}@127.0.0.1:{self.port}/postgres#{schema}.{table}"

    def connect(self, user: str = OWNER) -> Any:
        import psycopg

        settings = f"host=127.0.0.1 port={self.port} dbname=postgres user={user}"
        if user != OWNER:
            settings += f" password='{SECRET}'"
        return psycopg.connect(settings, autocommit=True)

    def run(self, *statements: Any) -> list[tuple[Any, ...]]:
        """Statements of the owner; the rows of the last one."""
        with self.connect() as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def tables(self, schema: str) -> list[str]:
        """The names of all tables in a schema."""
        found = self.run(
            "SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            f" WHERE nspname = '{schema}' AND relkind IN ('r', 'p', 'v') ORDER BY 1"
        )
        return [name for (name,) in found]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def programs() -> Path | None:
    """The folder of initdb and postgres."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


@cache
def server() -> Server:
    """Started at the first call. PostgreSQL does not run as root: there it is its own user."""
    where = programs()
    assert where is not None, MISSING
    folder = Path(tempfile.mkdtemp(prefix="covey-test-server-"))
    # The server ends with the tests, even if these are killed.
    own = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
    if os.geteuid() == 0:
        user = pwd.getpwnam(OWNER)
        os.chown(folder, user.pw_uid, user.pw_gid)
        own += [f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups"]
    data = folder / "data"
    (made := folder / "password").write_text(SECRET)
    made.chmod(0o644)
    subprocess.run(
        [
            *own, where / "initdb", "--no-sync", "-D", data, "-U", OWNER, "--encoding=UTF8",
            "--locale=C.UTF-8", "--auth=trust", f"--pwfile={made}",
        ],
        check=True, stdout=subprocess.DEVNULL, cwd=folder,
    )  # fmt: skip
    # Everybody but the owner logs in with a password.
    access = f"host all {OWNER} 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
    (data / "pg_hba.conf").write_text(access)
    port = free_port()
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [
                *own, where / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1",
                "-k", "", "-F", "-c", "max_connections=30", "-c", "log_statement=all",
            ],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=log,
        )  # fmt: skip
    made.unlink()
    found = Server(folder, port, process)
    await_answer(found)
    return found


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def await_answer(found: Server) -> None:
    import psycopg

    until = time.monotonic() + PATIENCE
    while True:
        try:
            found.run("SELECT 1")
            return
        except psycopg.OperationalError:
            ended = found.process.poll() is not None or time.monotonic() > until
            assert not ended, (found.folder / "log").read_text()
            time.sleep(0.05)


def stop() -> None:
    """Stop the server, if one was started."""
    if server.cache_info().currsize:
        server().stop()
        server.cache_clear()


def rows_of(url_: str, found: Server) -> Iterator[tuple[Any, ...]]:
    """The rows of a table that a URL names, in the order in which they lie."""
    schema, _, table = url_.rpartition("#")[2].partition(".")
    yield from found.run(f'SELECT * FROM "{schema}"."{table}" ORDER BY ctid')
