"""Instances on which methods do no better than they promise, with optima known in advance."""
