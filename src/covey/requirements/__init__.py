"""Requirements: what a class must meet besides k, each monotone under merging."""
