"""Games in the terminal: the Textual screens of `kiebitz play`, over the session that every front end uses."""
