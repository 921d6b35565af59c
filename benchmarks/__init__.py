"""Speed and memory as ratios within one run: to numpy, to a peer, to a limit."""
