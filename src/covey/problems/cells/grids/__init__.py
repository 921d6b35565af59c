"""Global recoding as a search over grids: a partition of every attribute, and all combinations.

=========  ==================================================================
search     the search, and which of its answers meet the requirements
axis       an attribute as the search sees it: its values in bundles
ordered    bundles of ordered values
labels     bundles of labels
nested     places, areas and labels below a tree
extents    what blocks of these cover
=========  ==================================================================
"""
