"""The answer of a release: from counted combinations to classes.

==========  ==================================================================
coding      the problem of a job
solving     its answer, by the solver that suits it
allowance   whether records that may be withheld are
kept        the answer where the combinations stay in the engine
in_parts    the same without a release
population  the people of the population that combinations stand for
==========  ==================================================================
"""
