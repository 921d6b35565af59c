# %% [markdown]
# # Regions of the counties of New York
#
# covey brings a map of 217 counties, with the people who work in each (public domain). Connected
# regions of at least 300 patients, for one state.

# %%
import json
from pathlib import Path

import covey

shipped = Path(covey.__file__).parent / "research" / "data" / "counties.geojson"
features = json.loads(shipped.read_text(encoding="utf-8"))["features"]
state = [each for each in features if each["properties"]["state"] == "New York"]
Path("new-york.geojson").write_text(
    json.dumps({"type": "FeatureCollection", "features": state}), encoding="utf-8"
)
print(len(state), "counties")

# %% [markdown]
# A table of made-up patients, a thousandth of those who work in each county:

# %%
rows = [
    (each["properties"]["fips"], number % 90)
    for each in state
    for number in range(each["properties"]["workforce"] // 1000)
]
with Path("patients.csv").open("w", encoding="utf-8") as file:
    file.write("county,age\n")
    file.writelines(f"{county},{age}\n" for county, age in rows)

# %%
release = covey.anonymize(
    "patients.csv",
    k=300,
    quasi={
        "county": covey.Regions("new-york.geojson", key="fips", islands="nearest", names="name")
    },
    drop=["age"],
    out="new-york",
)
print(release.summary())

# %% [markdown]
# `new-york/classes.geojson` has the regions as polygons; `new-york/report.html` shows them.

# %%
verified = covey.verify("new-york", against="patients.csv", map="new-york.geojson")
assert verified.holds
regions = json.loads(Path("new-york/classes.geojson").read_text(encoding="utf-8"))["features"]
print(len(regions), "regions")
