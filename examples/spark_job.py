# %% [markdown]
# # A job on Spark
#
# The rows stay on the cluster: only distinct combinations with their counts come out, and only the
# codebook goes in. Which cluster that is, Spark's own settings say (`SPARK_REMOTE`,
# `spark-defaults.conf`); without any it is this machine. It needs `covey[spark]` and Java 17.

# %%
from pyspark.sql import SparkSession

import covey

spark = SparkSession.builder.getOrCreate()
people = spark.range(2000).selectExpr(
    "id",
    "cast(hash(id) % 45 + 45 as int) as age",
    "if(hash(id, 1) % 2 = 0, 'F', 'M') as sex",
    "concat('D', abs(hash(id, 2)) % 20) as diagnosis",
)

# %%
release = covey.anonymize(
    people,
    k=20,
    quasi={"age": covey.Ordered(), "sex": covey.Labels()},
    drop=["id"],
)
print(release.summary())

# %% [markdown]
# What comes back is a frame of Spark, in an order that says nothing:

# %%
smallest = release.table.groupBy("age", "sex").count().agg({"count": "min"}).first()[0]
print("smallest class:", smallest)
assert smallest >= 20
