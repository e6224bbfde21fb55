"""A script of the page with all modules that it imports as one file, so that a browser asks once and not fifty times.

Modules stay what they are, for tests, for Node and for those who read them. Joined, each is a function that is called
once and returns what the module exports; imports become names taken from that, and comments stay behind. All modules
are exported under their names, so that a test can reach those that a page is using. Bundlers that know all of the
language are programs of other languages; the page's modules need these few forms, and others are refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+|\[[\w, ]+\]))", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bare(text: str) -> str:
    """Return a script without its comments."""
    return _COMMENT.sub("", text)


def imported(text: str) -> list[str]:
    """Return the names of the modules that a module imports."""
    return [name for _, name in _IMPORT.findall(text)]


def joined(entry: str, read: Callable[[str], str]) -> str:
    """Return a script with all that it imports; *read* gives a module's text by its name.

    Raises `ValueError` where a module imports or exports in another way than those of the page do.
    """
    order: list[str] = []
    texts: dict[str, str] = {}

    def visit(name: str) -> None:
        if name in texts:
            return
        texts[name] = read(name)
        for other in imported(texts[name]):
            visit(other)
        order.append(name)

    visit(entry)
    if order == [entry]:
        return bare(texts[entry])
    *parts, _ = order
    functions = [f"const ${name} = (() => {{\n{_inside(name, texts[name])}}})();\n" for name in parts]
    exports = ", ".join(f"${name} as {name}" for name in parts)
    return f"{''.join(functions)}{_body(entry, texts[entry])[0]}export {{ {exports} }};\n"


def _inside(name: str, text: str) -> str:
    body, exports = _body(name, text)
    return f"{body}return {{ {', '.join(exports)} }};\n"


def _body(name: str, text: str) -> tuple[str, list[str]]:
    """Return a module without imports, exports and comments, and the names that it exports."""
    body = bare(text)
    exports = re.findall(r"\w+", " ".join(_EXPORT.findall(body) + _EXPORTS.findall(body)))
    body = _EXPORTS.sub("", _EXPORT.sub("", body))
    body = _IMPORT.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = ${found[2]};\n", body)
    if other := _OTHER.search(body):
        raise ValueError(f"{name}.js: {other[0]!r} cannot be joined; expected named imports and exports of constants")
    return body, exports
