"""Problems that are known to be hard, with small exact solvers: what covey's hard instances are
made from."""
