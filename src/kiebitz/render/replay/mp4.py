"""A replay as a film: the scenes as pictures of equal length, handed to ffmpeg, which has to be there.

What the scenes show is for `stage`.
"""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, TYPE_CHECKING

from kiebitz.errors import DependencyError, ProgramError, shown
from kiebitz.render.replay.stage import Stage
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.render.replay.frames import Replay
    from kiebitz.render.themes import Theme

_RATE = 30  # pictures a second
_PIECE = 1 << 20


def mp4(
    replay: Replay,
    theme: Theme = THEMES["light"],
    scale: float = 1.0,
    speed: float = 1.0,
    tell: Callable[[int], None] | None = None,
) -> Iterator[bytes]:
    """Yield the pieces of an MP4 file (H.264); the arguments are those of `gif.gif`.

    A `DependencyError` where ffmpeg or the extra `picture` is not there, a `ProgramError` where ffmpeg fails.
    """
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        raise DependencyError("films need", "ffmpeg, which is not there", "install it, or write a .gif, .html or .cast")
    stage = Stage(replay, theme, scale)
    with TemporaryDirectory(prefix="kiebitz-") as folder, TemporaryFile() as complaints:
        film = Path(folder) / "film.mp4"
        width, height = stage.size
        given = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", f"{width}x{height}", "-framerate", str(_RATE)]
        # Players want even sizes and this way of writing colours; the index comes first, so that it plays at once.
        even = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
        coded = ["-c:v", "libx264", "-preset", "veryfast", "-tune", "animation", "-crf", "20"]
        command = [ffmpeg, "-loglevel", "error", *given, "-i", "-", *even, *coded, str(film)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints)
        try:
            if process.stdin is not None:
                _feed(process.stdin, stage, speed, tell)
            code = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if code or not film.exists():
            complaints.seek(0)
            reason = complaints.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise ProgramError("ffmpeg could not write the film", shown(reason or f"exit code {code}"))
        with film.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece


def _feed(pipe: IO[bytes], stage: Stage, speed: float, tell: Callable[[int], None] | None) -> None:
    pictures = 0.0
    # Where ffmpeg has given up the pipe is broken; what it complains about is read by who waits for it.
    with suppress(BrokenPipeError), pipe:
        for number, (scene, _) in enumerate(stage.play(speed)):
            if tell is not None:
                tell(number)
            pictures += scene.seconds * _RATE
            picture = stage.canvas.tobytes()
            for _ in range(round(pictures)):
                pipe.write(picture)
            pictures -= round(pictures)
