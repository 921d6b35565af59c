"""Several quasi-identifiers at once: every one is an axis of the cells, and names its sets."""
