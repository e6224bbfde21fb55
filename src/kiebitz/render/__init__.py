"""Pictures of positions: coloured text for terminals, SVG.

Nothing here reads a text or plays a move.
"""
