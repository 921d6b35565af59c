"""What a release says of itself: the plan, the notes, and the facts of the report.

Verifying calls some of these modules as well, with what it read and counted by itself.

=========  ==================================================================
plan       what a run does with a table, in figures and in words
notes      what the user should know besides
report     the facts for report.html, from the other modules here
inventory  every column: its role, what became of it, and why
decisions  every option, and why its default is what it is
loss       what was lost, column by column
utility    what the measures of utility see; shifts: what withholding changes
formulas   texts that a spreadsheet would run
overlaps   sets that overlap, on a map; pictures: maps for notebooks
target     the column that models predict, counted
analysis   what an analyst can still find, given the original
examples   some records before and after
=========  ==================================================================
"""
