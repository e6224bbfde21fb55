"""Sphinx's settings for these pages, which are plain Markdown and can be read without it.

`sphinx-build -W docs build/docs` builds them; what it needs is the dependency group `docs`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Kiebitz"
author = "The Kiebitz developers"
copyright = "The Kiebitz developers, MIT licence"  # noqa: A001  Sphinx's name for it

extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Kiebitz"


def add_contents(_: Sphinx, page: str, source: list[str]) -> None:
    """Give Sphinx the list of pages in its own form; in index.md it is a plain list of links."""
    if page == "index":
        pages = re.findall(r"^- .*?\((\S+)\.md\)", source[0], re.MULTILINE)
        source[0] += "\n".join(["", "```{toctree}", ":hidden:", "", *pages, "```", ""])


def setup(app: Sphinx) -> None:
    """Tell Sphinx of the above."""
    app.connect("source-read", add_contents)
