# %% [markdown]
# # Visits to a hospital
#
# A row for every visit, and patients who come often. k counts patients.

# %%
import random
from pathlib import Path

import covey

draw = random.Random(3)
with Path("visits.csv").open("w", encoding="utf-8") as file:
    file.write("patient,age,sex,diagnosis\n")
    for patient in range(600):
        age, sex = draw.randrange(90), draw.choice("FM")
        for _ in range(draw.choice([1, 1, 2, 8])):
            file.write(f"{patient},{age},{sex},{draw.choice(['E11', 'I10', 'J45', 'F32'])}\n")

# %% [markdown]
# By rows the table looks safer than it is:

# %%
by_rows = covey.check("visits.csv", quasi=["age", "sex"])
by_people = covey.check("visits.csv", quasi=["age", "sex"], person="patient")
print("k by rows:", by_rows.k, " by patients:", by_people.k)

# %%
release = covey.anonymize(
    "visits.csv",
    k=10,
    person="patient",
    quasi={"age": covey.Ordered(bands=5), "sex": covey.Labels()},
    sensitive={"diagnosis": {"l": 2}},
    out="visits",
)
print(release.summary())

# %% [markdown]
# The released table does not show who is who: with the original, `verify` counts patients again.

# %%
verified = covey.verify("visits", against="visits.csv")
assert verified.holds
print(verified.summary().splitlines()[-1])
