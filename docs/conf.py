"""Sphinx's settings for these pages, which are plain Markdown and can be read without it.

`sphinx-build -W docs build/docs` builds the site; it needs the dependency group `docs`. With `-t jupyterlite`
and the group `lessons` the lessons can be worked in on it (`write_jupyterlite.py`).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Kiebitz"
author = "The Kiebitz developers"
copyright = "The Kiebitz developers, MIT licence"  # noqa: A001  Sphinx's name for it

extensions = ["myst_parser", "sphinx.ext.autodoc"]
suppress_warnings = [
    "misc.highlighting_failure",  # examples of JSON leave things out, which no lexer knows
    "ref.python",  # a type's name in a signature may be that of two classes: FreeCell and Skat have a Session each
]
default_role = "code"  # docstrings write code between single signs, as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Kiebitz"


def add_contents(_: Sphinx, page: str, source: list[str]) -> None:
    """Give Sphinx the lists of pages in its own form; in index.md they are plain lists of links below headings."""
    if page != "index":
        return
    for caption, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", source[0], re.MULTILINE | re.DOTALL):
        pages = re.findall(r"^- .*?\((\S+)\.(?:md|rst)\)", text, re.MULTILINE)
        if pages:
            source[0] += "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```", ""])


def add_notebook(_: Sphinx, page: str, source: list[str]) -> None:
    """Link a page that is a notebook, too, to it, after the first paragraph."""
    import write_notebooks

    if page in [each.stem for each in write_notebooks.PAGES]:
        title, start, rest = source[0].split("\n\n", 2)
        page_of_it, file = f"lite/notebooks/index.html?path={page}.ipynb", f"lite/files/{page}.ipynb"
        links = (
            f'<p><a href="{page_of_it}">Open this page as a notebook</a> in the browser, '
            f'or <a href="{file}" download>download it</a>.</p>'
        )
        source[0] = f"{title}\n\n{start}\n\n{links}\n\n{rest}"


def add_jupyterlite(app: Sphinx, failure: Exception | None) -> None:
    """Add JupyterLite to the site."""
    if failure is None:
        import write_jupyterlite

        write_jupyterlite.write(Path(app.outdir))


def is_field_without_words(
    _: Sphinx, _what: str, _name: str, value: object, _skip: object, _options: object
) -> bool | None:
    """Leave out fields of named tuples with Python's default docstring; their class documents them."""
    return True if (getattr(value, "__doc__", None) or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.connect("autodoc-skip-member", is_field_without_words)
    app.connect("source-read", add_contents)
    if app.tags.has("jupyterlite"):
        app.connect("source-read", add_notebook)
        app.connect("build-finished", add_jupyterlite)
