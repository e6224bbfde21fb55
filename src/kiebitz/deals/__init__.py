"""Deals: from a number or a seed to cards in dealing order, to rows and columns, and back.

No game is imported here. The finder and the canonical form are modules of their own, asked for by name.
"""

from kiebitz.deals.boards import columns, deal_board, from_columns, from_rows, rows
from kiebitz.deals.numberings import NUMBERINGS, Numbering, numbering

__all__ = ["NUMBERINGS", "Numbering", "columns", "deal_board", "from_columns", "from_rows", "numbering", "rows"]
