"""Other packages, called as their users would."""
