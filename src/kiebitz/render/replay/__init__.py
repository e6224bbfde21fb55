"""Replays: lines of play, replayed by the referee, as animated GIFs or pages; reviews of Skat games as pages."""

from kiebitz.render.replay.frames import Frame, Replay

__all__ = ["Frame", "Replay"]
