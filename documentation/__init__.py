"""How the site is made: pages from code, pictures from releases, and all of docs/ as HTML.

============  =============================================================
command_line  docs/reference/cli.md, from the help of the commands
job_file      docs/reference/job-file.md, from the fields of a job
certificate   docs/reference/certificate.md and its schema
python        docs/reference/python.md, from the public names
examples      the examples of all pages: run, compared, written again
pages         these pages, and who writes them
pictures      the pictures of docs/ and README.md
site          the site, by Sphinx, and what it would load from elsewhere
============  =============================================================

``python -m documentation`` (``make docs``) writes all of it.
"""
