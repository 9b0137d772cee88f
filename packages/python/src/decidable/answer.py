"""Reads an answer, or tells why it is none."""

from __future__ import annotations

import gzip
import json
import re
import time
import zlib
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional, Type, TypeVar

from .connections import Reply
from .errors import DecidableError, ServiceError, UnexpectedAnswerError
from .generated.refusals import REFUSALS
from .record import Record

R = TypeVar("R", bound=Record)

# How much of an answer that is not the service's stands in the message. Set by hand.
QUOTED = 120


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """Seconds or a date (RFC 9110, 10.2.3)."""
    said = headers.get("retry-after")
    if said is None:
        return None
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _text(reply: Reply) -> Optional[str]:
    """The text of the answer; None where it is not in the encoding that it says."""
    body = reply.body
    try:
        if reply.headers.get("content-encoding", "").lower() == "gzip":
            body = gzip.decompress(body)
        return body.decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        return None


def _as_json(text: Optional[str]) -> Any:
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return None


def _is_envelope(body: Any) -> bool:
    error = body.get("error") if isinstance(body, dict) else None
    return (
        isinstance(error, dict)
        and isinstance(error.get("code"), str)
        and isinstance(error.get("message"), str)
        and isinstance(body.get("correlationId"), str)
    )


def _unexpected(operation: str, reply: Reply, text: Optional[str]) -> UnexpectedAnswerError:
    if 300 <= reply.status < 400:
        to = reply.headers.get("location", "nowhere")
        message = (
            f"The address redirects to {to}. Redirects are not followed, as they would take the key along: "
            "set `endpoint` to the address behind it."
        )
    else:
        shown = reply.body.decode(errors="replace") if text is None else text
        quoted = re.sub(r"\s+", " ", shown)[:QUOTED]
        message = (
            f"The answer with status {reply.status} is not the service's. Is `endpoint` right, and what is "
            f"in between? It begins: {quoted}"
        )
    return UnexpectedAnswerError(operation, reply.status, message)


def failure_of(operation: str, reply: Reply) -> Optional[DecidableError]:
    """Why the answer is none, or None where it is one."""
    if reply.status == 200:
        return None
    text = _text(reply)
    body = _as_json(text)
    if reply.status < 400 or not _is_envelope(body):
        return _unexpected(operation, reply, text)
    refusal: Type[ServiceError] = REFUSALS.get(body["error"]["code"], ServiceError)
    return refusal(operation, reply.status, body, _retry_after(reply.headers))


def read_answer(operation: str, answer: Type[R], reply: Reply) -> R:
    """The record of an answer.

    Raises:
        UnexpectedAnswerError: it is not the service's.
    """
    text = _text(reply)
    try:
        return answer.of_json(_as_json(text))
    except (TypeError, ValueError, AttributeError) as error:
        raise _unexpected(operation, reply, text) from error
