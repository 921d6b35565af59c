"""From a table to a release: count, solve, apply, verify.

============  ==================================================================
roles         what a quasi-identifier is: labels, ordered values, points, regions
job           everything that a run is told, and the same as a TOML file
question      a quasi-identifier as a problem, and the way back from its classes
labels, ordered, points, regions     one such question each
cuts, names   round borders of intervals; class names that people can read
codebook      value -> class, in a file and back
certificate   what is claimed of a release, in a file and back
suspects      columns that pass through and look like identifiers
plan          what would be done
publish       doing it: a folder, or a frame
facts         every number that a report could show
recount, verify   the release read again by code that knows no solver
apply         the same recoding for new records
============  ==================================================================
"""
