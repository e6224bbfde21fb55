"""Deals: numbers and seeds to cards in dealing order, rows and columns, and back."""

from kiebitz.deals.boards import columns, deal_board, from_columns, from_rows, rows
from kiebitz.deals.numberings import NUMBERINGS, Numbering, numbering

__all__ = ["NUMBERINGS", "Numbering", "columns", "deal_board", "from_columns", "from_rows", "numbering", "rows"]
