"""From a table to a release.

What a run is told:

===============  =================================================================
job              every option; job_checks refuses, job_file reads and writes TOML
anonymize        a job as the arguments of one function
command          a job as a command line and as a call of Python
presets          what presets ask of columns; safe_harbor is one of them
sensitive        rules of sensitive columns; orders: orders that a frame states
context          the circumstances, in the owner's words; pseudonyms: their key
===============  =================================================================

The way of a release:

===============  =================================================================
pipeline         stage, count, code, solve, describe; steps are what it reports
coding           the problem of a job
solving          its answer; allowance: whether records are withheld; in_parts: cells
                 of a table that fits no one machine
plan             what a run does, in figures and in words; notes: what users should know;
                 pictures: its maps, for notebooks
publish          writes the release, counts it again, and lets it appear
destination      a folder, a server, or a frame; hidden_table: before it appears
recount          the written table counted again; persons: its people
report           the facts for report.html; inventory, decisions, loss, formulas,
                 overlaps, utility and shifts find some of them
certificate/     certificate.json; audit/: audit.json; receipt and owner_files: what
                 the owner keeps; sign: signatures
result           what Python hands back; copying: a copy of it as files
load             takes a release of Spark to where others read tables
===============  =================================================================

What may give people away:

===============  =================================================================
identifiers      columns that look like identifiers; repeated: ids that come again
dependence       columns that undo others; candidates are those that are counted
exposure         what others could find; risk: the same for any table
population       the people that combinations stand for
===============  =================================================================

What goes on with a release, or without one:

===============  =================================================================
apply            new records in the classes of a release: applied_release reads it,
                 settling and applied_checks decide, reshaped draws, applied_report tells
explain          where a value went; sets, set_tree and cut: the sets of a column
analysis         what an analyst can still find; examples: some records before and after
explore          what several k and recodings would lose; explore_plot draws it
suggest          proposed roles; looks: what a column looks like
===============  =================================================================
"""
