"""The kernel, the only way to compiled code: its functions with their types, and the `host` that runs it.

Integers and bytes pass here, those that come back under the names of `answers`. Of the package, only `errors` and
`check_certificate` are imported, and of the page, its script and its module are read.
"""
