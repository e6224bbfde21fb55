"""Who imports whom: no two modules need one another, whether they import at the top or inside a function."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp


def test_there_is_no_circle_of_imports() -> None:
    graph = grimp.build_graph("kiebitz", exclude_type_checking_imports=True, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) - {module} for module in graph.modules}
    assert sum(map(len, imports.values())) > 500  # imports within functions among them, or there would be fewer
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(" imports ".join(reversed(error.args[1]))) from None
