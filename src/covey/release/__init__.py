"""From a table to a release.

The way of a release:

============  ==================================================================
anonymize     ``covey.anonymize``: a job as the arguments of one function
job/          what is asked for: every option, checked, and as a file or a command
pipeline      stage, count, code, solve, describe; steps are what it reports
solve/        the problem of a job, and its answer
risks/        what may give people away
publish       writes the release, counts it again, and lets it appear
write/        where it is written, and the count before it appears
facts/        what it says of itself: plan, notes, and the facts of the report
certificate/  certificate.json: what is claimed, and what proves it
audit/        audit.json: what was asked for, found and decided
owner/        what the owner keeps: receipts, keys, signatures
result        what Python hands back
============  ==================================================================

What goes on with a release, or before one:

============  ==================================================================
apply/        new records in the classes of a release
sets/         the sets of a column, and where a value went
explore/      proposed roles, and what several k would lose
============  ==================================================================
"""
