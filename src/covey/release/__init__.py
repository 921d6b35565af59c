"""From a table to a release.

============  ==================================================================
job           everything that a run is told; job_checks and job_file check, read and write it
pipeline      stage, count, code, solve, describe: a job as far as it goes without writing
coding        the problem of a job
solving       its answer, by the solver that suits it
steps         what a run reports, and how long each step takes, about
plan          what a run does, in figures and in words; notes are what the user should know
publish       writes the release, counts it again, and lets it appear
apply         puts new records into the classes of a release; reshaped draws these again
orders        orders that the columns of a frame state by their type
sets          the sets of a column as a small frame
population    people that classes stand for; sensitive: rules of sensitive columns; unmet: whether
              a written table meets them
load          takes a release of Spark to where others read tables
certificate/  certificate.json; receipt: what the owner keeps; sign: signatures
report        the facts for report.html; loss, formulas and identifiers find some of them
============  ==================================================================
"""
