"""The ways to the service: TLS, proxies."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import tempfile
import unittest
from typing import Any, List, Optional
from unittest import mock

from decidable import ConnectionFailedError
from decidable.deadline import Deadline

from tests.service import client, session
from tests.tunnels import SERVICE, Tunnel


class Ways(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    certificate: str
    server: ssl.SSLContext

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.certificate = os.path.join(cls.folder.name, "certificate.pem")
        key = os.path.join(cls.folder.name, "key.pem")
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
        ]
        names = ["-addext", "subjectAltName=DNS:localhost"]
        subprocess.run(
            [*command, *names, "-keyout", key, "-out", cls.certificate], check=True, capture_output=True
        )
        cls.server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.server.load_cert_chain(cls.certificate, key)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_a_certificate_is_checked(self) -> None:
        trusting = ssl.create_default_context(cafile=self.certificate)
        with Tunnel(self.server) as secure:
            endpoint = f"https://localhost:{secure.port}/api/v1"
            with client(endpoint=endpoint, ssl_context=trusting, proxy="") as shop:
                self.assertFalse(shop.session(session_id=session("tls")).found)
                self.assertFalse(shop.session(session_id=session("tls")).found)
            with client(endpoint=endpoint, retries=0, proxy="") as shop:
                with self.assertRaisesRegex(ConnectionFailedError, "certificate"):
                    shop.session(session_id=session("tls"))
            with (
                client(
                    endpoint=endpoint.replace("localhost", "127.0.0.1"), ssl_context=trusting, retries=0
                ) as shop,
                self.assertRaisesRegex(ConnectionFailedError, "certificate"),
            ):
                shop.session(session_id=session("tls"))

    def test_a_proxy_of_the_environment_is_used_for_tls_and_told_the_key_of_nobody(self) -> None:
        trusting = ssl.create_default_context(cafile=self.certificate)
        with Tunnel(self.server) as secure, Tunnel(is_proxy=True) as proxy:
            environment = {"HTTPS_PROXY": f"http://user:p%40ss@127.0.0.1:{proxy.port}", "NO_PROXY": ""}
            with mock.patch.dict(os.environ, environment):
                shop = client(endpoint=f"https://localhost:{secure.port}/api/v1", ssl_context=trusting)
            with shop:
                self.assertFalse(shop.session(session_id=session("tunnel")).found)
                self.assertFalse(shop.session(session_id=session("tunnel")).found)
            self.assertEqual(len(proxy.asked), 1)
            self.assertRegex(proxy.asked[0], f"^CONNECT localhost:{secure.port} ")
            self.assertRegex(proxy.asked[0].lower(), "proxy-authorization: basic dxnlcjpwqhnz")
            self.assertNotIn("x-api-key", proxy.asked[0].lower())

    def test_the_handshake_and_each_piece_of_a_request_have_what_is_left_of_the_time(self) -> None:
        class Counting(Deadline):
            """Gives a second less each time."""

            given = 100

            def required(self) -> float:
                self.given -= 1
                return self.given

        class Context(ssl.SSLContext):
            limits: List[Optional[float]]

            def wrap_socket(self, sock: socket.socket, *args: Any, **options: Any) -> ssl.SSLSocket:
                self.limits = [sock.gettimeout(), deadline.given]
                return super().wrap_socket(sock, *args, **options)

        deadline = Counting(1)
        context = Context(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(self.certificate)
        with Tunnel(self.server) as secure, Tunnel(is_proxy=True) as proxy:
            endpoint = f"https://localhost:{secure.port}/api/v1"
            with client(endpoint=endpoint, ssl_context=context, proxy=f"127.0.0.1:{proxy.port}") as shop:
                shop._connections.post("/session", b" " * 200_000, {}, deadline)
        limit, left = context.limits
        self.assertEqual(limit, left)
        assert limit is not None
        self.assertLess(limit, 99)
        # 200,000 bytes are 13 records.
        self.assertLessEqual(deadline.given, limit - 13)

    def test_a_proxy_is_used_without_tls_unless_the_environment_excepts_the_host(self) -> None:
        with Tunnel(is_proxy=True) as proxy:
            endpoint = f"http://decidable.invalid:{SERVICE.port}/api/v1"
            with client(endpoint=endpoint, proxy=f"127.0.0.1:{proxy.port}") as shop:
                self.assertFalse(shop.session(session_id=session("forwarded")).found)
            self.assertRegex(
                proxy.asked[0], f"^POST http://decidable.invalid:{SERVICE.port}/api/v1/session HTTP"
            )
            environment = {"HTTP_PROXY": f"http://127.0.0.1:{proxy.port}", "NO_PROXY": "127.0.0.1"}
            with mock.patch.dict(os.environ, environment), client() as shop:
                self.assertFalse(shop.session(session_id=session("excepted")).found)
            self.assertEqual(len(proxy.asked), 1)


if __name__ == "__main__":
    unittest.main()
