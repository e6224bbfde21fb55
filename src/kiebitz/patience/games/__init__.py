"""The games, one TOML file each, and the catalogue that reads them.

No game has code of its own: what sets it apart is a value in its file.
"""

from kiebitz.patience.games.catalogue import Page, game, games, page

__all__ = ["Page", "game", "games", "page"]
