"""The games: a TOML file each, without code, and the catalogue that reads them."""

from kiebitz.patience.games.catalogue import Page, game, games, page

__all__ = ["Page", "game", "games", "page"]
