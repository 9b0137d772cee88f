"""A request as bytes."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Mapping
from uuid import UUID


def _plain(value: Any) -> Any:
    """What shops have in their objects and JSON does not know."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("a datetime needs a time zone, such as datetime.now(timezone.utc)")
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def encoded(operation: str, body: Mapping[str, Any]) -> bytes:
    """The body as JSON in UTF-8.

    Raises:
        TypeError, ValueError: it holds something that JSON does not know, such as NaN, or itself.
    """
    try:
        text = json.dumps(body, default=_plain, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise type(error)(f"{operation}: {error}") from error
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair, from text that was cut: the service takes it escaped.
        return json.dumps(body, default=_plain, allow_nan=False, separators=(",", ":")).encode()
