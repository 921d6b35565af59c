"""What can be learned of a table before it is released. Nothing is written.

=======  ==================================================================
looks    what a column looks like, and how it would be treated
suggest  a role for every column: covey.suggest
explore  what several k and recodings would lose: covey.explore
plot     the same as a picture
=======  ==================================================================
"""
