"""covey beside what a user would pick instead: the same data, one run, one machine.

===========  ===============================================================
subjects     what is compared: data, sizes, k, and who takes part
contender    what a program is here: from the data to what is timed
contenders   all of them; releases and utility have those of their subjects
worker       one program on one size, in a process of its own
result       what came out: rows that render to a terminal, JSON and Markdown
run          all of them in turn, each within its limit
figures      the other benchmarks, whose figures are single claims
complete     what a page lacks to be that of a whole run
plots        time and memory against n
page         docs/benchmarks.md
compare      two results, as of two commits
===========  ===============================================================

``python -m benchmarks.side_by_side`` (``make bench``) runs everything.
"""
