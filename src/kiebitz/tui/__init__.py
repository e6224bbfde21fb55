"""Games in the terminal: the screens of `kiebitz play`, built with Textual over the session that every front end holds.

No rule of a game and no search is written here, and no file is touched: whoever starts the application says what to
keep and how.
"""
