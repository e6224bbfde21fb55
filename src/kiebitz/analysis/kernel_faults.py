"""What the referee says about an answer of the search, as the fault of the search that it is."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiebitz.errors import KernelFaultError, KiebitzError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def as_kernel_fault(deal: str = "") -> Iterator[None]:
    """Raise a `KernelFaultError` for every complaint in this block; *deal* stands before the reason.

    >>> from kiebitz.errors import NotWonError
    >>> try:
    ...     with as_kernel_fault("deal 617: "):
    ...         raise NotWonError(45, 4)
    ... except KernelFaultError as error:
    ...     print(error.reason)
    deal 617: after 45 legal moves the game is not won: cards that are not home: 4
    """
    try:
        yield
    except KernelFaultError as error:
        raise KernelFaultError(f"{deal}{error.reason}") from None
    except (KiebitzError, ValueError, RuntimeError) as error:  # the last is what the kernel finds wrong with itself
        raise KernelFaultError(f"{deal}{error}") from None
