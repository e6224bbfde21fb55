"""Replays: a line of play as frames, and these as an animated GIF, a film, a recording of a terminal, or a page.

The moves come from elsewhere and are replayed by the referee; nothing here searches, or reads what a person types.
"""

from kiebitz.render.replay.frames import Frame, Replay

__all__ = ["Frame", "Replay"]
