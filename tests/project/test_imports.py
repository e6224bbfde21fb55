"""Import cycles: no two modules need one another, also counting imports within functions.

In studies also counting imports for types: a question does not depend on the study that uses it.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


@pytest.mark.parametrize("package", ["kiebitz", "kiebitz.studies"])
def test_there_is_no_circle_of_imports(package: str) -> None:
    graph = grimp.build_graph("kiebitz", exclude_type_checking_imports=package == "kiebitz", cache_dir=None)
    modules = {module for module in graph.modules if f"{module}.".startswith(f"{package}.")}
    imports = {module: graph.find_modules_directly_imported_by(module) & modules - {module} for module in modules}
    assert sum(map(len, imports.values())) > 80  # more than the imports at module level
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(" imports ".join(reversed(error.args[1]))) from None
