"""The service that the tests call, and the faulty proxy before it."""

from __future__ import annotations

import json
import os
import uuid
from typing import Any, Dict, List, Union
from urllib.request import Request, urlopen

from decidable import Client

Fault = Union[str, Dict[str, Any]]

ENDPOINT = os.environ["DECIDABLE_ENDPOINT"]
DIRECT = os.environ["DECIDABLE_DIRECT"]
ORGANIZATION = os.environ["DECIDABLE_ORGANIZATION"]
KEY = os.environ["DECIDABLE_KEY"]
CSV = "id,colour,size\n1,red,40\n2,,41\n3,blue,42\n4,,40\n"


def client(**options: Any) -> Client:
    """A client of the service through the proxy, unless the options say otherwise."""
    given: Dict[str, Any] = {"endpoint": ENDPOINT, "api_key": KEY, "organization_id": ORGANIZATION}
    # Longer than usual, for busy machines.
    given["timeout"] = 60
    return Client(**{**given, **options})


def session(name: str) -> str:
    """The id of a session that no other test has."""
    return f"{name}-{uuid.uuid4()}"


def after(*faults: Fault) -> None:
    """Forgets what arrived at the proxy, and has it do these to the next requests."""
    with urlopen(Request(os.environ["CONTROL"] + "/next", json.dumps(faults).encode())):
        pass


def seen() -> Dict[str, Any]:
    """What arrived at the proxy since, and the correlation ids in the log of the service."""
    with urlopen(os.environ["CONTROL"] + "/seen") as answer:
        said: Dict[str, Any] = json.load(answer)
        return said


def bodies() -> List[Dict[str, Any]]:
    arrived: List[Dict[str, Any]] = seen()["bodies"]
    return arrived
