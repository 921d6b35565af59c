"""One column of a table as the solvers take it: distinct values with their counts."""
