"""Servers between the client and the service that pass bytes on."""

from __future__ import annotations

import socket
import ssl
import threading
from typing import List, Optional
from urllib.parse import urlsplit

from tests.service import DIRECT

SERVICE = urlsplit(DIRECT)


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    try:
        for piece in iter(lambda: source.recv(65_536), b""):
            target.sendall(piece)
    except OSError:
        pass
    finally:
        target.close()


class Tunnel:
    """Passes what arrives on to the service, or as a proxy to what it is asked for.

    With a TLS context it speaks TLS with its clients. What they ask of it as a proxy stands in `asked`.
    """

    def __init__(self, context: Optional[ssl.SSLContext] = None, is_proxy: bool = False) -> None:
        self._context = context
        self._is_proxy = is_proxy
        self.asked: List[str] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._sockets: List[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()
            except OSError:
                return

    def _serve(self, client: socket.socket) -> None:
        try:
            if self._context is not None:
                client = self._context.wrap_socket(client, server_side=True)
            self._sockets.append(client)
            host, port, begin = SERVICE.hostname, SERVICE.port, b""
            if self._is_proxy:
                while b"\r\n\r\n" not in begin:
                    piece = client.recv(65_536)
                    if piece == b"":
                        raise ConnectionError("the client asked for nothing")
                    begin += piece
                head, _, rest = begin.partition(b"\r\n\r\n")
                self.asked.append(head.decode())
                method, target, _version = head.split(b"\r\n")[0].decode().split(" ")
                if method == "CONNECT":
                    port = int(target.rpartition(":")[2])
                    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                    begin = rest
                else:
                    begin = begin.replace(target.encode(), urlsplit(target).path.encode(), 1)
            service = socket.create_connection((host or "", port or 80))
            self._sockets.append(service)
            service.sendall(begin)
            threading.Thread(target=_pass_on, args=[client, service], daemon=True).start()
            _pass_on(service, client)
        except OSError:
            client.close()

    def __enter__(self) -> Tunnel:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()
        for each in self._sockets:
            each.close()
