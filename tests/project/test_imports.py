"""Who imports whom: no two modules need one another, whether they import at the top or inside a function.

Those of studies don't even where only types are meant: a question knows nothing of the study that asks it.
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
    assert sum(map(len, imports.values())) > 80  # imports within functions among them, or there would be fewer
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(" imports ".join(reversed(error.args[1]))) from None
