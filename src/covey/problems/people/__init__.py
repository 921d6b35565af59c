"""Classes that count people instead of records.

=======  =======================================================
problem  who is in which combination
bound    lower bounds on the largest class, counted by people
homes    one item for every person, for solvers that add up records
direct   labels and ordered values, counted by people as they are grouped
=======  =======================================================

docs/explanation/persons.md has the statements and their proofs.
"""
