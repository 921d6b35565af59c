"""From a table to a release: count, solve, apply, verify.

============  ==================================================================
roles         what a quasi-identifier is: labels, ordered values, points, regions
job           everything that a run is told: the one definition of options and parameters
job_checks    what is refused in a job
job_file      a job as a TOML file, and back
sensitive, required, population    what classes owe besides k, and whether they have it
question      a quasi-identifier as a problem, and the way back from its classes
questions     the question of a job: one of labels, ordered, points, regions, or cells
maps          the maps of a job, read while its table is
cuts, names   round borders of intervals; class names that people can read
codebook      value -> class, in a file and back
locate        the codebook as a function: the classes of values
certificate   what is claimed of a release: typed objects, a file and back, a JSON Schema
suspects      columns that pass through and look like identifiers
plan          what would be done
publish       doing it: a folder, or a frame
losses, report    what was lost; the facts of a release for its report
recount, tilings, verify    the release read again by code that knows no solver
sign          a signature of the certificate by whoever answers for the release
apply         the same recoding for new records
============  ==================================================================
"""
