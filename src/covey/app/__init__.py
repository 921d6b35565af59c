"""``covey app``: the local page, for people who do not live in a terminal.

============  ==================================================================
server        the routes, one line each; ``opening`` starts it and says where it is
guard         who may ask: the token, the host, the origin, and what a page may load
places        the folders that the page may read from and write to
uploads       files that the browser sends, up to a limit, into the private folder
draft         the job as it is edited, click by click
naming        the files that a job names: confined, and shown as the user knows them
reading       how a table is read: fields of the page, keys of a job
proposals     columns as covey proposes to treat them
copies        the engine's copy of the table, which is read once
curves        what is known of the job: its risk today, and the curve of k
runs          the releases that were made
session       everything that a tab shows, made of the modules above and the next two
tabs          the open tabs, which get every change
work          what is at work: one thing at a time, with its progress and what went wrong
process       a process that does the work, which is ended to cancel it
worker        what that process runs: requests in, answers out, a line of JSON each
table         answers about a table that stays open: what it is, its rows, a map's fields
solving       answers that take long: risk, several k, and a release
page/         what the browser shows: HTML, style and modules, without a build step
============  ==================================================================

The page decides nothing: every click becomes a change of the job, and every figure comes from a
function of the library. A solve runs the same pipeline as the command line on the same job, so that
a release has the same bytes.
"""
