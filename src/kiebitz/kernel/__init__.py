"""The typed functions of the C++ kernel, the only access to compiled code, and the `host` that runs it.

Arguments and results are integers and bytes, with names from `answers`. This package imports `errors` and
`check_certificate`, and reads the page's script and module.
"""
