# %% [markdown]
# # Surnames of the 1990 census
#
# 18,839 surnames, each with how often it occurs. Which names must be published together, so that
# every group stands for at least k people, and the largest group is small?

# %%
import covey
from covey.research.data import census_names

counts = census_names("last-1990")
problem = covey.LabelProblem(list(counts.values()), k=1000)
result = covey.solve(problem)
print(result.summary())

# %% [markdown]
# The lower bound is proved: the certificate is checked from the counts alone.

# %%
assert result.certificate.holds(problem)
assert result.cost == result.lower_bound, "no grouping has a smaller largest group"

# %% [markdown]
# Every method, with what it promised beforehand and what it reached:

# %%
for other in covey.compare(problem):
    print(f"{other.method:12} largest {other.cost:>6,}, promised: {other.guarantee.text}")
