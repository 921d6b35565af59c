"""The codebook of a release: which values are in which set, and which sets make a class."""
