# %% [markdown]
# # Zip-codes of a state
#
# Zip-codes of a made-up state: 12 by 10 squares on a map, with codes that grow from the north to
# the south. Most have too few patients to be published as they are.

# %%
import json
from pathlib import Path

import covey

WIDE, HIGH, K = 12, 10, 50


def code(across: int, down: int) -> str:
    return f"{10000 + 100 * down + across}"


def square(across: int, down: int) -> list[list[float]]:
    west, north = -75 + across / 10, 43 - down / 10
    ends = [(0, 0), (0.1, 0), (0.1, -0.1), (0, -0.1), (0, 0)]
    return [[round(west + x, 1), round(north + y, 1)] for x, y in ends]


places = [(across, down) for down in range(HIGH) for across in range(WIDE)]
features = [
    {
        "type": "Feature",
        "properties": {"zip": code(*place)},
        "geometry": {"type": "Polygon", "coordinates": [square(*place)]},
    }
    for place in places
]
Path("zips.geojson").write_text(
    json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8"
)

# %% [markdown]
# A town in the middle, and few people around it:

# %%
with Path("patients.csv").open("w", encoding="utf-8") as file:
    file.write("zip,diagnosis\n")
    for across, down in places:
        away = abs(across - 6) + abs(down - 5)
        for number in range(max(3, 120 - 30 * away)):
            file.write(f"{code(across, down)},D{number % 7}\n")

# %% [markdown]
# With a map, zip-codes are joined to connected regions:

# %%
on_map = covey.anonymize(
    "patients.csv",
    k=K,
    quasi={"zip": covey.Regions("zips.geojson", key="zip")},
    out="on-map",
)
print(on_map.summary())
assert covey.verify("on-map", against="patients.csv", map="zips.geojson").holds

# %% [markdown]
# Without one, they are codes whose first digits say more than the last: 1042* is a part of 104**.

# %%
by_digits = covey.anonymize("patients.csv", k=K, quasi={"zip": covey.Code()}, out="by-digits")
print(by_digits.summary())
assert covey.verify("by-digits", against="patients.csv").holds

# %% [markdown]
# Codes know nothing of what lies side by side, so that the map keeps classes smaller.

# %%
largest = {
    name: max(json.loads(Path(name, "certificate.json").read_text())["classes"]["sizes"])
    for name in ("on-map", "by-digits")
}
print(largest)
assert largest["on-map"] < largest["by-digits"]
