"""The best that any release of a tiny table could do, by trying all of them.

========  ==================================================================
search    all ways to part weighted items into groups
tiny      the groups that each kind of quasi-identifier allows
========  ==================================================================
"""
