"""Connections to the service that are kept open, for all threads that share a client."""

from __future__ import annotations

import io
import os
import selectors
import socket
import threading
import time
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, List, Mapping, NamedTuple, Optional, Tuple, cast

from .deadline import Deadline
from .settings import Settings

# Seconds after which an idle connection is not used again, where the service does not say.
USUAL_IDLE = 4.0
# Seconds before the end of what the service says: the connection may be closed while a request is on its way.
EARLIER = 1.0

BROKEN = (OSError, HTTPException)
"""What a request may raise: no connection, a broken one, a time limit, or an answer that is no HTTP."""


class Reply(NamedTuple):
    """An answer as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class _BoundedReader(io.RawIOBase):
    """Reads from a socket until the deadline. A socket's own limit would begin anew with each piece."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._raw = raw
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._deadline.required())
        count = cast(Any, self._raw).readinto(buffer)
        return cast(Optional[int], count)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _BoundedSocket:
    """As much of a socket as HTTPResponse uses."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, _mode: str = "rb") -> io.BufferedReader:
        raw = cast(io.RawIOBase, self._sock.makefile("rb", buffering=0))
        return io.BufferedReader(_BoundedReader(raw, self._sock, self._deadline))


def _response(deadline: Deadline, sock: socket.socket, *args: Any, **kwargs: Any) -> HTTPResponse:
    return HTTPResponse(cast(socket.socket, _BoundedSocket(sock, deadline)), *args, **kwargs)


def _is_quiet(sock: Optional[socket.socket]) -> bool:
    """Whether an idle connection has nothing to read: what there is to read is its end."""
    if sock is None:
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return not selector.select(0)


def _idle_seconds(headers: Mapping[str, str]) -> float:
    """How long the other side keeps the connection, less a margin."""
    for part in headers.get("keep-alive", "").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "timeout" and value.isdigit():
            return max(0.0, float(value) - EARLIER)
    return USUAL_IDLE


class Connections:
    """Sends requests, each over an idle connection or a new one."""

    def __init__(self, settings: Settings) -> None:
        self._endpoint = settings.endpoint
        self._proxy = settings.proxy
        self._context = settings.ssl_context
        self._lock = threading.Lock()
        self._idle: List[Tuple[HTTPConnection, float]] = []
        self._process = os.getpid()

    def post(self, path: str, body: bytes, headers: Mapping[str, str], deadline: Deadline) -> Reply:
        """Sends a request and reads its answer to the end.

        Raises:
            OSError, HTTPException: see BROKEN.
        """
        connection = self._taken() or self._new(deadline)
        target = self._endpoint.path + path
        if self._proxy is not None and not self._endpoint.is_secure:
            target = f"http://{self._endpoint.authority}{target}"
            headers = {**headers, **self._proxy.credentials}
        try:
            connection.response_class = cast(Any, partial(_response, deadline))
            connection.timeout = deadline.required()
            if connection.sock is not None:
                connection.sock.settimeout(connection.timeout)
            connection.request("POST", target, body, dict(headers))
            response = connection.getresponse()
            content = response.read()
        except BaseException:
            # The answer may still come: nobody else must read it.
            connection.close()
            raise
        answered = {name.lower(): value for name, value in response.getheaders()}
        if response.will_close or connection.sock is None:
            connection.close()
        else:
            self._give_back(connection, time.monotonic() + _idle_seconds(answered))
        return Reply(response.status, answered, content)

    def close(self) -> None:
        """Closes the idle connections. Those in use are closed by no one; later requests open new ones."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _new(self, deadline: Deadline) -> HTTPConnection:
        endpoint, proxy = self._endpoint, self._proxy
        host, port = (endpoint.host, endpoint.port) if proxy is None else (proxy.host, proxy.port)
        timeout = deadline.required()
        if not endpoint.is_secure:
            return HTTPConnection(host, port, timeout=timeout)
        connection = HTTPSConnection(host, port, timeout=timeout, context=self._context)
        if proxy is not None:
            connection.set_tunnel(endpoint.host, endpoint.port, dict(proxy.credentials))
        return connection

    def _taken(self) -> Optional[HTTPConnection]:
        while True:
            with self._lock:
                if self._process != os.getpid():
                    # A fork: the connections are its parent's. Closed here, they stay open there.
                    self._process = os.getpid()
                    while self._idle:
                        self._idle.pop()[0].close()
                if not self._idle:
                    return None
                connection, until = self._idle.pop()
            if time.monotonic() < until and _is_quiet(connection.sock):
                return connection
            connection.close()

    def _give_back(self, connection: HTTPConnection, until: float) -> None:
        with self._lock:
            if self._process == os.getpid():
                self._idle.append((connection, until))
            else:
                connection.close()
