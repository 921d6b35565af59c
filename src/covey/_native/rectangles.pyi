"""Points into rectangles."""
