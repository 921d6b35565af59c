"""The problems and their solvers, one package for each kind; cells build on the others."""
