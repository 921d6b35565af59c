"""A release counted again by code that shares nothing with covey, and no database with it.

It reads the files as docs/reference/release.md describes them.

==========  ==================================================================
asked       what a job asks for, as plain data
letters     CSV exactly as it is written
files       tables of any format as plain rows
values      values in their order, and whether two of them are the same
sets        what a codebook says that a class holds
texts       what a published text says, against what the codebook says
rules       l, t and the like, by their formulas
release     all of it together
==========  ==================================================================
"""
