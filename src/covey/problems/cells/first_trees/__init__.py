"""The trees that nested recoding starts from, made from the data.

Ordered values are cut at the roundest border that leaves a third of the records on each side, and
so on. Labels that often share a class of a free answer are joined first. Places are cut as they
alone would be, areas are joined as on their map, and labels below a tree keep it: a node of many
children gets groups of these between itself and them.

==========  ==================================================================
tree        what all these trees have
ordered     ordered values
labels      labels, and labels below a tree
joining     in which order labels are joined
regions     areas that are joined to nested regions
blocks      places, and other areas
==========  ==================================================================
"""
