"""The failures of a call. All are a DecidableError."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Type

from .generated.records import ErrorDetails


class DecidableError(Exception):
    """Any failure of a call."""

    operation: str
    """The method that was called, such as `track`."""

    def __init__(self, operation: str, message: str) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation

    def __reduce__(self) -> Tuple[Any, ...]:
        # Task queues and pools of processes pickle errors, and would call the class with its message alone.
        return _restored, (type(self), self.args), self.__dict__


def _restored(cls: Type[DecidableError], args: Tuple[Any, ...]) -> DecidableError:
    error = cls.__new__(cls)
    error.args = args
    return error


class ServiceError(DecidableError):
    """The service refused the call, or failed, and said why. There is a class for each code."""

    status: int
    """The HTTP status."""
    code: str
    """What went wrong, for programs, such as `BAD_REQUEST`. Codes may be added."""
    message: str
    """What went wrong and how to mend it, for people: it names the field. It may change."""
    correlation_id: str
    """Identifies the request in the service's log."""
    details: Optional[ErrorDetails]
    """The limit that was reached and what it allows. With 429 and 503 alone."""
    retry_after: Optional[float]
    """Seconds after which the same request may pass, where the service says so."""
    envelope: Dict[str, Any]
    """The answer as it came."""

    def __init__(
        self, operation: str, status: int, envelope: Dict[str, Any], retry_after: Optional[float] = None
    ) -> None:
        error = envelope["error"]
        super().__init__(operation, f"{error['message']} ({error['code']}, {envelope['correlationId']})")
        self.status = status
        self.code = error["code"]
        self.message = error["message"]
        self.correlation_id = envelope["correlationId"]
        details = error.get("details")
        self.details = None if details is None else ErrorDetails.of_json(details)
        self.retry_after = retry_after
        self.envelope = envelope


class ConnectionFailedError(DecidableError, ConnectionError):
    """No answer arrived: the service cannot be reached, or the connection broke. `__cause__` says how."""


class CallTimeoutError(DecidableError, TimeoutError):
    """The time of the call ran out. `__cause__` is the last failure, where it was sent again after one."""


class UnexpectedAnswerError(DecidableError):
    """Something else than the service answered, such as a proxy before it."""

    status: int
    """The HTTP status."""

    def __init__(self, operation: str, status: int, message: str) -> None:
        super().__init__(operation, message)
        self.status = status
