"""The end of a call."""

from __future__ import annotations

import time


class Deadline:
    """The time that a call has, for all that it does: connecting, sending, waiting, reading, trying again."""

    __slots__ = ("_at",)

    def __init__(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; negative when the time has run out."""
        return self._at - time.monotonic()

    @property
    def has_run_out(self) -> bool:
        return self.left <= 0

    def required(self) -> float:
        """Seconds that are left, for what takes a time limit and would take 0 for something else.

        Raises:
            TimeoutError: none is left.
        """
        left = self.left
        if left <= 0:
            raise TimeoutError("the time of the call has run out")
        return left
