"""What a call needs to know of its operation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Mapping, NamedTuple, Optional, Type, TypeVar

from .record import Record

R = TypeVar("R", bound=Record)


class Operation(NamedTuple):
    """An operation of the interface."""

    name: str
    """That of its method."""
    path: str
    repeated: str
    """What becomes of a request that is applied twice: `same`, `unless kept` or `twice`."""
    is_grading: bool
    fills_organization: bool
    """Whether the client fills the organization in."""
    request_name: Optional[str] = None
    """The field by which the service knows a request that is sent again."""
    named_field: Optional[str] = None
    """The field of the request that this names, where it is not the whole."""


class CallOptions(NamedTuple):
    """What a call has in place of the client's settings."""

    timeout: Optional[float]
    retries: Optional[int]
    headers: Optional[Mapping[str, str]]


class Caller(ABC):
    """Something that calls operations."""

    @abstractmethod
    def _call(
        self, operation: Operation, answer: Type[R], request: Mapping[str, Any], options: CallOptions
    ) -> R:
        """Calls an operation with the fields of its request; those that are None are not sent."""
