"""Areas into connected regions."""
