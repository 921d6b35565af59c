"""Problems that are known to be hard, with small exact solvers: what the houses' hard instances are
made from."""
