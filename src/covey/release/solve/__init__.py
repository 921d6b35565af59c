"""The answer of a release: from counted combinations to classes.

==========  ==================================================================
coding      the problem of a job
solving     its answer, by the solver that suits it
allowance   whether records that may be withheld are
in_parts    cells of a table that fits no one machine
population  the people of the population that combinations stand for
==========  ==================================================================
"""
