"""``covey app``: the local page, for people who do not live in a terminal.

============  ==================================================================
server        the routes, one line each; ``opening`` starts it and says where it is
guard         who may ask: the token, the host, the origin, and what a page may load
places        the folders that the page may read from and write to
uploads       files that the browser sends, up to a limit, into the private folder
draft         the job as it is edited, click by click
session       everything that a tab shows: the draft, its history, the table, runs
process       a process that does the work, which is ended to cancel it
worker        what that process runs: requests in, answers out, a line of JSON each
table         answers about a table: what it is, its rows, its risk
solving       answers that take long: several k, and a release
page/         what the browser shows: HTML, style and modules, without a build step
============  ==================================================================

The page decides nothing: every click becomes a change of the job, and every figure comes from a
function of the library. A solve runs the same pipeline as the command line on the same job, so that
a release has the same bytes.
"""
