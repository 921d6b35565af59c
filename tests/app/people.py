"""A small table with a column of every kind, a map, a tree, and the page on it."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from covey.app.guard import Keys
from covey.app.places import Places
from covey.app.server import application

PORT = 4242
COUNT = 160
PATIENCE = 60.0


def write_people(folder: Path) -> Path:
    """People with names, ages, towns, codes, places, areas, diagnoses."""
    draw = random.Random(1)
    lines = ["name,age,town,zip,lat,lon,area,job,diagnosis,note"]
    for at in range(COUNT):
        row = [
            f"person {at}",
            draw.randint(18, 90),
            draw.choice(["Bern", "Chur", "Zug", "Olten"]),
            draw.choice(["02139", "02140", "02238", "10001"]),
            f"{46 + draw.random():.4f}",
            f"{7 + draw.random():.4f}",
            draw.choice(["A1", "A2", "B1", "B2"]),
            draw.choice(["nurse", "doctor", "baker", "cook"]),
            draw.choice(["flu", "cold", "asthma"]),
            draw.choice(["x", "y"]),
        ]
        lines.append(",".join(map(str, row)))
    table = folder / "people.csv"
    table.write_text("\n".join(lines) + "\n")
    return table


def write_map(folder: Path) -> Path:
    """Four squares side by side."""
    features = []
    for x, code in enumerate(["A1", "A2", "B1", "B2"]):
        ring = [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]
        geometry = {"type": "Polygon", "coordinates": [ring]}
        properties = {"code": code, "half": code[0]}
        features.append({"type": "Feature", "properties": properties, "geometry": geometry})
    file = folder / "areas.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return file


def write_tree(folder: Path) -> Path:
    file = folder / "jobs.csv"
    file.write_text(
        "child,parent\nnurse,health\ndoctor,health\nbaker,food\ncook,food\nhealth,all\nfood,all\n"
    )
    return file


class Page:
    """The page as a client of tests sees it, with the cookie of whoever opened the link."""

    def __init__(self, client: TestClient, keys: Keys) -> None:
        self.client, self.keys = client, keys
        self.origin = f"http://127.0.0.1:{PORT}"

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(self.keys.path + path, **more)

    def post(self, name: str, headers: dict[str, str] | None = None, **body: Any) -> Any:
        own = {"origin": self.origin, **(headers or {})}
        return self.client.post(f"{self.keys.path}api/{name}", json=body, headers=own)

    def act(self, name: str, **body: Any) -> Any:
        answer = self.post(name, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("api/state").json()
        return found

    def settled(self) -> dict[str, Any]:
        """The state when nothing is at work any more."""
        end = time.monotonic() + PATIENCE
        while (state := self.state)["busy"] is not None:
            assert time.monotonic() < end, state["busy"]
            time.sleep(0.02)
        return state


@contextmanager
def opened(home: Path, private: Path, table: str = "", limit: int = 1 << 20) -> Iterator[Page]:
    keys = Keys(PORT)
    places = Places.of([home], private)
    app = application(places, keys, limit, table)
    with TestClient(app, base_url=f"http://127.0.0.1:{PORT}") as client:
        page = Page(client, keys)
        assert page.get(f"?token={keys.token}").status_code == 200
        yield page
