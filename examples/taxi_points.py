# %% [markdown]
# # Points as of a city's taxis
#
# 20,000 made-up places, most of them in a few crowded streets. Cells that tile the city, each with
# at least 50 points.

# %%
from pathlib import Path

import numpy as np

import covey

rng = np.random.default_rng(1)
centres = rng.normal([40.75, -73.98], 0.03, (40, 2))
which = rng.integers(0, 40, 20_000)
lat, lon = (centres[which] + rng.normal(0, 0.004, (20_000, 2))).round(5).T

# %%
problem = covey.RectangleProblem(lon, lat, k=50, globe=True)
result = covey.solve(problem)
print(result.summary())
assert result.solution.sizes.min() >= 50

# %% [markdown]
# A cell says where, and no more: west, south, east, north. Crowded streets have small cells.

# %%
west, south, east, north = result.solution.cells.T
height = (north - south) * 111.32
print(f"cells are {height.min():.3f} to {height.max():.1f} km high")

# %% [markdown]
# As a release, the points are two columns of a table, and `classes.geojson` draws the cells:

# %%
with Path("trips.csv").open("w", encoding="utf-8") as file:
    file.write("lat,lon\n")
    file.writelines(f"{up},{across}\n" for up, across in zip(lat, lon, strict=True))
release = covey.anonymize(
    "trips.csv", k=50, quasi={"place": covey.Points(lat="lat", lon="lon")}, out="trips"
)
assert covey.verify("trips", against="trips.csv").holds
