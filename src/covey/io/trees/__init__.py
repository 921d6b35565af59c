"""Taxonomies: trees above labels, read from files and written as ARX hierarchies.

============  ==================================================================
taxonomy      a tree of names, and the part of it above some labels
read          which kind of file it is, and its fingerprint
rows          child and parent, or a path from the top down, in the columns of a CSV file
hierarchy     ARX's hierarchies, read and written
nested        objects inside of objects, in JSON
prefixes      codes by what they begin with
labels        whether the labels of a table are leaves of a tree
============  ==================================================================
"""
