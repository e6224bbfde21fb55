"""The games: a TOML file each, and the catalogue that reads them.

Games have no code of their own; a game differs only by the values in its file.
"""

from kiebitz.patience.games.catalogue import Page, game, games, page

__all__ = ["Page", "game", "games", "page"]
