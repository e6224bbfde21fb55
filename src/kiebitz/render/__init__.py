"""Positions as text, SVG and PNG, and lines of play as replays."""
