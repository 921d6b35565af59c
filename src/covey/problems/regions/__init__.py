"""Areas with neighbours: connected regions of at least k records."""
