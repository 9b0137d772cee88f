"""Connections to the service that are kept open, for all threads that share a client."""

from __future__ import annotations

import io
import os
import selectors
import socket
import ssl
import threading
import time
import weakref
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, List, Mapping, NamedTuple, Optional, Tuple, cast

from .deadline import Deadline
from .settings import Settings

# Seconds after which an idle connection is not used again, where the service does not say.
USUAL_IDLE = 4.0
# Seconds before the end of what the service says: the connection may be closed while a request is on its way.
EARLIER = 1.0
# Bytes that are sent between two looks at the time: those of a TLS record.
PIECE = 16_384

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


class _BoundedConnection(HTTPConnection):
    """A connection whose every step ends by the deadline of the call that uses it.

    The time limit of a socket would begin anew with each address of a host, the handshake, and each record of TLS.

    Args:
        context: None for a connection without TLS.
        name: The host whose certificate is checked.
    """

    def __init__(
        self, host: str, port: int, deadline: Deadline, context: Optional[ssl.SSLContext], name: str
    ) -> None:
        # The port that is left out of the header `Host`.
        self.default_port = 80 if context is None else 443
        super().__init__(host, port)
        self.deadline = deadline
        self._tls = context
        self._name = name
        # The base class has no public place for it.
        cast(Any, self)._create_connection = self._connected

    def connect(self) -> None:
        super().connect()
        if self._tls is not None:
            sock = cast(socket.socket, self.sock)
            sock.settimeout(self.deadline.required())
            self.sock = self._tls.wrap_socket(sock, server_hostname=self._name)

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        for start in range(0, len(data), PIECE):
            cast(socket.socket, self.sock).settimeout(self.deadline.required())
            super().send(data[start : start + PIECE])

    def _connected(self, address: Tuple[str, int], *_: Any) -> socket.socket:
        """A connection to the first address of a host that takes one."""
        failed: Optional[OSError] = None
        for family, kind, protocol, _name, each in socket.getaddrinfo(*address, type=socket.SOCK_STREAM):
            limit = self.deadline.required()
            sock = socket.socket(family, kind, protocol)
            try:
                sock.settimeout(limit)
                sock.connect(each)
                return sock
            except OSError as error:
                sock.close()
                failed = error
        raise failed or OSError("the host has no address")


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


def _usual_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


# What a child process that was forked has to make anew.
_all: weakref.WeakSet[Connections] = weakref.WeakSet()


class Connections:
    """Sends requests, each over an idle connection or a new one."""

    def __init__(self, settings: Settings) -> None:
        self._endpoint = settings.endpoint
        self._proxy = settings.proxy
        self._context: Optional[ssl.SSLContext] = None
        if self._endpoint.is_secure:
            self._context = settings.ssl_context or _usual_context()
        self._lock = threading.Lock()
        self._idle: List[Tuple[_BoundedConnection, float]] = []
        self._process = os.getpid()
        _all.add(self)

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
            connection.deadline = deadline
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

    def begin_anew(self) -> None:
        """For the child of a fork: a thread that it does not have may have held the lock."""
        self._lock = threading.Lock()
        # The connections are the parent's. Closed here, they stay open there.
        idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _new(self, deadline: Deadline) -> _BoundedConnection:
        endpoint, proxy = self._endpoint, self._proxy
        host, port = (endpoint.host, endpoint.port) if proxy is None else (proxy.host, proxy.port)
        connection = _BoundedConnection(host, port, deadline, self._context, endpoint.host)
        if proxy is not None and endpoint.is_secure:
            connection.set_tunnel(endpoint.host, endpoint.port, dict(proxy.credentials))
        return connection

    def _taken(self) -> Optional[_BoundedConnection]:
        while True:
            if self._process != os.getpid():
                # A fork by a library in C need not call what is registered for the child.
                self._process = os.getpid()
                self.begin_anew()
            with self._lock:
                if not self._idle:
                    return None
                connection, until = self._idle.pop()
            if time.monotonic() < until and _is_quiet(connection.sock):
                return connection
            connection.close()

    def _give_back(self, connection: _BoundedConnection, until: float) -> None:
        with self._lock:
            if self._process == os.getpid():
                self._idle.append((connection, until))
            else:
                connection.close()


def _begin_all_anew() -> None:
    for connections in list(_all):
        connections.begin_anew()


# Windows does not fork.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_all_anew)
