"""Games in the terminal: the screens of `kiebitz play`, built with Textual over the session that every front end holds.

Whoever starts the application says what to keep and how.
"""
