"""Report errors of the kernel's answers as faults of the kernel."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiebitz.errors import KernelFaultError, KiebitzError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def as_kernel_fault(deal: str = "") -> Iterator[None]:
    """Raise a `KernelFaultError` for every error in this block; *deal* is a prefix of the reason.

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
    except (KiebitzError, ValueError, RuntimeError) as error:  # RuntimeError: the kernel's own checks
        raise KernelFaultError(f"{deal}{error}") from None
