"""The client."""

from __future__ import annotations

import random
import ssl
import time
import uuid
from types import TracebackType
from typing import Any, Dict, Mapping, Optional, Type, TypeVar, Union

from .answer import failure_of, read_answer
from .body import encoded
from .connections import BROKEN, Connections, Reply
from .deadline import Deadline
from .errors import (
    CallTimeoutError,
    ConnectionFailedError,
    DecidableError,
    ServiceError,
    UnexpectedAnswerError,
)
from .generated.operations import Operations
from .generated.version import __version__
from .operation import CallOptions, Operation
from .record import Record
from .settings import Settings, endpoint_of, key_of, proxy_of, retries_of, text_of, timeout_of

R = TypeVar("R", bound=Record)

# The first pause before a call is sent again, in seconds; each further one is up to twice as long.
FIRST_PAUSE = 0.1
# What proxies answer when the service behind them does not.
GATEWAY_ERRORS = (502, 503, 504)


def _applies_once(operation: Operation, body: Mapping[str, Any]) -> bool:
    """Whether the service does the same for two such requests as for one."""
    kept = "organizationId" in body
    return operation.repeated == "same" or (operation.repeated == "unless kept" and not kept)


def _pause_after(error: DecidableError, attempt: int, once: bool) -> Optional[float]:
    """Seconds to wait before the call is sent again; None where it must not be.

    A refusal that says when to come back asks for that. After a broken connection, or a proxy's error, nobody
    knows whether the request was applied.
    """
    if isinstance(error, ServiceError):
        return error.retry_after if error.code in ("TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE") else None
    is_unknown = isinstance(error, ConnectionFailedError) or (
        isinstance(error, UnexpectedAnswerError) and error.status in GATEWAY_ERRORS
    )
    # At random, so that the clients of a service that was away do not all come back at once.
    return random.random() * FIRST_PAUSE * 2**attempt if is_unknown and once else None


class Client(Operations):
    """A client of the service for one organization.

    It keeps connections open. Threads may share it, and a process that forks may use it on both sides.

    Args:
        endpoint: The base address of the interface, such as https://decidable.example/api/v1.
        api_key: A key of the organization. It should have no list of origins, as a server sends none.
        organization_id: The organization, which the client fills in where the interface requires it.
        timeout: Seconds that a call may take, connecting, retries and waiting included. Looking up the address
            of the host has the time limit of the system.
        grading_timeout: The same for `catalog_audit` and `catalog_verify`.
        retries: How often a call is sent again at most, where that is safe.
        ssl_context: In place of Python's own, for instance with the certificate of a company's own authority.
        proxy: The http:// address of an HTTP proxy, or "" for none. Unless given, that of the environment
            (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`).

    Raises:
        ValueError: An option is missing or wrong; the message names it.
    """

    def __init__(
        self,
        *,
        endpoint: str,
        api_key: str,
        organization_id: str,
        timeout: float = 10.0,
        grading_timeout: float = 120.0,
        retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
        proxy: Optional[str] = None,
    ) -> None:
        address = endpoint_of(endpoint)
        self._settings = Settings(
            endpoint=address,
            address=f"http{'s' if address.is_secure else ''}://{address.authority}{address.path}",
            api_key=key_of(api_key),
            organization_id=text_of("organization_id", organization_id),
            timeout=timeout_of("timeout", timeout),
            grading_timeout=timeout_of("grading_timeout", grading_timeout),
            retries=retries_of(retries),
            ssl_context=ssl_context,
            proxy=proxy_of(proxy, address),
        )
        self._connections = Connections(self._settings)

    def close(self) -> None:
        """Closes the connections that are idle. A later call opens new ones."""
        self._connections.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self._settings.address!r}, {self._settings.organization_id!r})"

    def _body(self, operation: Operation, request: Mapping[str, Any]) -> Dict[str, Any]:
        """The request as it is sent each time: with its organization, and a name where it can have one."""
        body = {name: value for name, value in request.items() if value is not None}
        if operation.fills_organization:
            body["organizationId"] = self._settings.organization_id
        name, named = operation.request_name, operation.named_field
        if name is not None and (named is None or named in body):
            body.setdefault(name, str(uuid.uuid4()))
        return body

    def _headers(self, given: Optional[Mapping[str, str]]) -> Mapping[str, str]:
        return {
            # The service knows that a program that begins with the name of a language is a server.
            "user-agent": f"python-decidable/{__version__}",
            **{name.lower(): value for name, value in (given or {}).items()},
            "accept": "application/json",
            "accept-encoding": "gzip",
            "content-type": "application/json",
            "x-api-key": self._settings.api_key,
        }

    def _call(
        self, operation: Operation, answer: Type[R], request: Mapping[str, Any], options: CallOptions
    ) -> R:
        settings = self._settings
        usual = settings.grading_timeout if operation.is_grading else settings.timeout
        timeout = usual if options.timeout is None else timeout_of("timeout", options.timeout)
        retries = settings.retries if options.retries is None else retries_of(options.retries)
        body = self._body(operation, request)
        content = encoded(operation.name, body)
        headers = self._headers(options.headers)
        once = _applies_once(operation, body)
        deadline = Deadline(timeout)
        last: Optional[BaseException] = None
        attempt = 0
        while True:
            reply = self._attempt(operation, content, headers, deadline)
            if isinstance(reply, Reply):
                return read_answer(operation.name, answer, reply)
            error = reply
            # An answer that came just before is still the reason.
            if isinstance(error, ConnectionFailedError) and deadline.has_run_out:
                late = CallTimeoutError(operation.name, f"No answer within {timeout:g} s.")
                raise late from last or error.__cause__
            pause = _pause_after(error, attempt, once) if attempt < retries else None
            if pause is None or pause >= deadline.left:
                raise error
            last = error
            attempt += 1
            time.sleep(pause)

    def _attempt(
        self, operation: Operation, content: bytes, headers: Mapping[str, str], deadline: Deadline
    ) -> Union[Reply, DecidableError]:
        """The answer to one request, or why there is none."""
        try:
            reply = self._connections.post(operation.path, content, headers, deadline)
        except BROKEN as broken:
            reason = str(broken) or type(broken).__name__
            error = ConnectionFailedError(
                operation.name, f"No answer from {self._settings.address} ({reason})."
            )
            error.__cause__ = broken
            return error
        return failure_of(operation.name, reply) or reply
