"""Tables at the border: files in, distinct values with counts to the solvers, files out."""
