"""Bundling of a page script with its imports into one file, so that a browser sends one request instead of fifty.

Each imported module becomes a function that is called once and returns the module's exports; comments are dropped. The
bundle exports every module under its name, so that tests reach the modules a page is using, and scripts that the page
loads later (`LATER`) share them. Only the few forms of import and export that the page's modules use are supported.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

#: Scripts that a page's script loads when they are needed, each with that script.
LATER = {"board_editor": "main"}

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+|\[[\w, ]+\]))", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_UNSUPPORTED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def strip_comments(text: str) -> str:
    """Return a script without comments."""
    return _COMMENT.sub("", text)


def imported_modules(text: str) -> list[str]:
    """Return the names of the modules that a module imports."""
    return [name for _, name in _IMPORT.findall(text)]


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """Return a script bundled with all its imports; *read* returns a module's text by name.

    Raises `ValueError` for an unsupported form of import or export.
    """
    modules = _modules(entry, read)
    if list(modules) == [entry]:
        return strip_comments(modules[entry])
    host = LATER.get(entry)
    of_host = _modules(host, read) if host else {}
    shared = [name for name in modules if name in of_host]
    parts = [name for name in modules if name not in of_host and name != entry]
    imports = f'import {{ {", ".join(f"{name} as ${name}" for name in shared)} }} from "./{host}.js";\n' if host else ""
    functions = [f"const ${name} = (() => {{\n{_inside(name, modules[name])}}})();\n" for name in parts]
    body, own = _body(entry, modules[entry])
    exports = ", ".join([*(own if host else []), *(f"${name} as {name}" for name in parts)])
    return f"{imports}{''.join(functions)}{body}export {{ {exports} }};\n"


def _modules(entry: str, read: Callable[[str], str]) -> dict[str, str]:
    """Return the texts of a script and all its imports by name, each after those that it imports."""
    modules: dict[str, str] = {}
    visited: set[str] = set()

    def visit(name: str) -> None:
        if name in visited:
            return
        visited.add(name)
        text = read(name)
        for other in imported_modules(text):
            visit(other)
        modules[name] = text

    visit(entry)
    return modules


def _inside(name: str, text: str) -> str:
    body, exports = _body(name, text)
    return f"{body}return {{ {', '.join(exports)} }};\n"


def _body(name: str, text: str) -> tuple[str, list[str]]:
    """Return a module without imports, exports and comments, and the names that it exports."""
    body = strip_comments(text)
    exports = re.findall(r"\w+", " ".join(_EXPORT.findall(body) + _EXPORTS.findall(body)))
    body = _EXPORTS.sub("", _EXPORT.sub("", body))
    body = _IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = ${match[2]};\n", body)
    if unsupported := _UNSUPPORTED.search(body):
        raise ValueError(f"{name}.js: {unsupported[0]!r} cannot be bundled; expected named imports and exports")
    return body, exports
