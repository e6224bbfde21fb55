"""Games in the browser: a small server with one page, and a JSON API over what the other packages know.

Every request carries all that it is about, so nothing of anybody is kept.
"""
