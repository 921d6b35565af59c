"""Around the paper: hard instances, what they are made of, and the experiments."""
