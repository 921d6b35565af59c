"""Hard instances of each problem, made from problems that are known to be hard."""
