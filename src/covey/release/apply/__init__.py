"""New records in the classes of a release: covey.apply.

========  ==================================================================
apply     the way from new records to what is published
source    the release whose codebook is applied
settling  what becomes of records that have no class, or too small a one
checks    what the classes must meet besides k
shapes    the shapes of the release, with the sizes of the new records
report    the facts of the report
========  ==================================================================
"""
