"""The options of a client, checked."""

from __future__ import annotations

import math
import os
import ssl
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

# The most seconds of a call: a day, which no proxy keeps a connection for. Set by hand.
LONGEST_TIMEOUT = 86_400.0
# Far more than any deadline leaves time for. Set by hand.
MOST_RETRIES = 100

EXAMPLE = "such as https://decidable.example/api/v1"


@dataclass(frozen=True)
class Address:
    """The parts of an address that a connection needs."""

    is_secure: bool
    host: str
    port: int
    path: str = ""
    credentials: Mapping[str, str] = field(default_factory=dict)

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_secure else 80) else f"{host}:{self.port}"


@dataclass(frozen=True)
class Settings:
    """The options of a client. Times are in seconds."""

    endpoint: Address
    address: str
    api_key: str = field(repr=False)
    organization_id: str
    timeout: float
    grading_timeout: float
    retries: int
    ssl_context: Optional[ssl.SSLContext]
    proxy: Optional[Address] = field(repr=False)


def text_of(name: str, value: Any) -> str:
    if not isinstance(value, str) or value.strip() == "":
        raise ValueError(f"decidable: `{name}` is missing.")
    return value.strip()


def timeout_of(name: str, value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or math.isnan(value) or not 0 < value <= LONGEST_TIMEOUT:
        raise ValueError(
            f"decidable: `{name}` must be seconds, more than 0 and at most {LONGEST_TIMEOUT:.0f}."
        )
    return float(value)


def retries_of(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_RETRIES:
        raise ValueError(f"decidable: `retries` must be a whole number from 0 to {MOST_RETRIES}.")
    return value


def key_of(value: Any) -> str:
    key = text_of("api_key", value)
    # Headers take nothing else; their error would quote the key.
    if not all("!" <= character <= "~" for character in key):
        raise ValueError("decidable: `api_key` has a character that no key has.")
    return key


def endpoint_of(value: Any) -> Address:
    given = text_of("endpoint", value)
    try:
        parts = urlsplit(given)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ValueError(f"decidable: `endpoint` must be an address, {EXAMPLE}.") from None
    if parts.scheme not in ("http", "https"):
        raise ValueError(f"decidable: `endpoint` must begin with https:// or http://, {EXAMPLE}.")
    if not host:
        raise ValueError(f"decidable: `endpoint` must be an address, {EXAMPLE}.")
    if parts.username is not None or parts.query != "" or parts.fragment != "":
        raise ValueError(f"decidable: `endpoint` must be the base address alone, {EXAMPLE}.")
    is_secure = parts.scheme == "https"
    return Address(is_secure, host, port or (443 if is_secure else 80), parts.path.rstrip("/"))


def proxy_of(value: Any, endpoint: Address) -> Optional[Address]:
    """The HTTP proxy that is given, or that of the environment unless `NO_PROXY` names the host."""
    name, advice = "`proxy`", 'or "" for none'
    if value is None and not proxy_bypass(endpoint.host):
        scheme = "https" if endpoint.is_secure else "http"
        value = getproxies().get(scheme)
        variables = [each for each in (f"{scheme}_proxy", f"{scheme.upper()}_PROXY") if os.environ.get(each)]
        name = f"`{variables[0]}` of the environment" if variables else "the proxy of the system"
        advice = 'or else `proxy` must be given ("" for none)'
    if value is None or value == "":
        return None
    # The value may hold a password: no message quotes it.
    wrong = ValueError(f"decidable: {name} must be the http:// address of an HTTP proxy, {advice}.")
    if not isinstance(value, str):
        raise wrong
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme != "http" or not host:
        raise wrong
    credentials = {}
    if parts.username is not None:
        said = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        credentials["proxy-authorization"] = "Basic " + b64encode(said.encode()).decode()
    return Address(False, host, port or 80, "", credentials)
