"""Positions as text for terminals, SVG and PNG, and lines of play as replays; the libraries for pixels are an extra."""
