"""covey beside what a user would pick instead: the same data, one run, one machine.

===========  ===============================================================
subjects     what is compared: data, sizes, k, and who takes part
contenders   one function for each program: from the data to classes
worker       one program on one size, in a process of its own
result       what came out: rows that render to a terminal, JSON and Markdown
run          all of them in turn, each within its limit
plots        time and memory against n
page         docs/benchmarks.md
compare      two results, as of two commits
===========  ===============================================================

``python -m benchmarks.side_by_side`` (``make bench``) runs everything.
"""
