"""Replays: a line of play as frames, and these as an animated GIF or a page; Skat as a page too.

The moves are replayed by the referee before they are shown.
"""

from kiebitz.render.replay.frames import Frame, Replay

__all__ = ["Frame", "Replay"]
