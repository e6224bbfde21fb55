"""The style of all plots; the same figures give the same bytes, whatever the user's matplotlib settings are."""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from kiebitz.errors import DependencyError

if TYPE_CHECKING:
    from collections.abc import Iterator

# Okabe and Ito's colours, distinguishable for colour-blind people.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c8c")
GREY = "#8c8c8c"
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "kiebitz",  # instead of a random salt for ids in SVG files
    "svg.fonttype": "path",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
}
_ABOUT = {"svg": {"Date": None, "Creator": "Kiebitz"}, "png": {"Software": "Kiebitz"}}


def need() -> None:
    """Raise a `DependencyError` if matplotlib is not installed."""
    try:
        import matplotlib as mpl  # noqa: F401  only a check
    except ImportError:
        raise DependencyError("plots need", "matplotlib", "pip install 'kiebitz[study]'") from None


@contextmanager
def style() -> Iterator[None]:
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def blank(across: str, up: str) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(axis="y", color="#e4e4e4", linewidth=0.6)
    return figure, axes


def png(figure: Any) -> bytes:
    return _written(figure, "png")


def svg(figure: Any) -> str:
    # matplotlib ends lines of paths in blanks, which version control complains about.
    return "\n".join(line.rstrip() for line in _written(figure, "svg").decode().splitlines()) + "\n"


def _written(figure: Any, form: str) -> bytes:
    stream = BytesIO()
    figure.savefig(stream, format=form, dpi=150, metadata=_ABOUT[form])
    return stream.getvalue()
