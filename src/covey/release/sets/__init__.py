"""The sets that a release has for a column, for those who use it.

=======  ==================================================================
table    as a small table: covey.sets
tree     as a tree, to be used again or by other programs
cut      the tree above a column, and where the sets lie in it
explain  where a value went: covey.explain
=======  ==================================================================
"""
