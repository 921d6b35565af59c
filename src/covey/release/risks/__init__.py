"""What may give people away, in a table or in a release of it.

===========  ==================================================================
identifiers  columns that look like identifiers; repeated: ids that several records share
candidates   what looks like a dependence between columns
dependence   columns that undo others, counted in all records
exposure     what others could find in a table that is counted
risk         the same for any table: covey.risk
===========  ==================================================================
"""
