# Written by "npm run python" from the OpenAPI description. Do not edit.
"""What the arguments of calls are made of. Their fields have the names of the wire."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Mapping, Sequence, TypedDict, Union
from uuid import UUID

__all__ = [
    "CatalogAuditApplyParam",
    "CatalogAuditKindParam",
    "CatalogRankedFilterParam",
    "CatalogRankedFiltersParam",
    "CatalogVerifyKindParam",
    "EventEventParam",
    "ExposureItemParam",
    "FilterTest",
    "FilterTestNotParam",
    "Id",
    "Number",
    "RepairClaim",
    "RerankResultAttributesParam",
    "RerankResultParam",
    "SearchProductParam",
    "Signal",
]

Id = Union[str, int, UUID]
"""An id, as shops have them; it is sent as its text."""

Number = Union[int, float, Decimal]
"""Prices are often a Decimal; they are sent as JSON has them."""


class _Signal(TypedDict):
    type: str
    """For example category_view, price_filter, product_view, search. All types, each with the form of its
    value: `KnownSignal`. Others are kept with the session and carry no weight.
    """


class Signal(_Signal, total=False):
    value: Id
    """A whole number is taken as its text. For category_view a category handle, for price_filter two prices
    joined by a hyphen, of which one may be left out (60-150, 10.50-20, -60, 60-), for attribute_filter
    name=value or name!=value, for dwell <productId>:<seconds>.
    """
    at: Union[str, float, datetime]
    """Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now;
    further ahead or over 24 hours old is refused.
    """
    age: Number
    """How long before the request was sent it happened, in milliseconds: for devices whose clock may be
    wrong. Counts in place of `at`, and is cut to 0 to 24 hours.
    """


class CatalogRankedFilterParam(TypedDict, total=False):
    min: Number
    max: Number


class FilterTestNotParam(TypedDict, total=False):
    min: Number
    max: Number


FilterTest = TypedDict("FilterTest", {
    "not": Union[str, Number, bool, FilterTestNotParam, Sequence[Union[str, Number, bool, FilterTestNotParam]]],
    "exists": bool,
}, total=False)


CatalogRankedFiltersParam = Mapping[str, Union[str, Number, bool, CatalogRankedFilterParam, Sequence[Union[str, Number, bool, CatalogRankedFilterParam]], FilterTest]]


SearchProductParam = Mapping[str, Any]


RerankResultAttributesParam = Mapping[str, Union[str, Number, bool, Sequence[Union[str, Number, bool]], None]]


class _RerankResultParam(TypedDict):
    id: Id
    """The product id. A whole number is taken as its text."""


class RerankResultParam(_RerankResultParam, total=False):
    """Attributes may also stand beside the id, as in `/search`: texts, numbers, true or false, or lists of
    them, and what is nested as there. What `attributes` says goes before them.
    """

    score: Number
    """The search engine's own score."""
    attributes: RerankResultAttributesParam
    """Attributes by name. They win over those that the catalogue holds for the same id."""


class CatalogAuditApplyParam(TypedDict):
    attribute: str
    """The name of an attribute."""
    values: Sequence[str]


class CatalogAuditKindParam(TypedDict):
    attribute: str
    """The name of a column."""
    kind: Literal["category", "number", "date", "boolean", "list", "text", "identifier"]


class _RepairClaim(TypedDict):
    attribute: str
    """The attribute that was worked on."""


class RepairClaim(_RepairClaim, total=False):
    method: str
    """How it was done."""
    estimatedHours: Number
    """Hours that it was thought to take."""
    actualHours: Number
    """Hours that it took."""


class CatalogVerifyKindParam(TypedDict):
    attribute: str
    """The name of a column."""
    kind: Literal["category", "number", "date", "boolean", "list", "text", "identifier"]


class _EventEventParam(TypedDict):
    name: str
    """For example checkout_started."""


class EventEventParam(_EventEventParam, total=False):
    data: Mapping[str, Any]
    """Free-form object, at most 8 KiB as JSON, at most 4 deep."""
    decisionId: str
    """The ranking that the outcome belongs to."""
    at: Union[str, Number]
    """Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now;
    further ahead or over 24 hours old is refused.
    """
    age: Number
    """How long before the request was sent it happened, in milliseconds: for devices whose clock may be
    wrong. Counts in place of `at`, and is cut to 0 to 24 hours.
    """
    eventId: Id
    """Names the event within its session and name: sent again, it is not counted again. With another body it
    is refused. A whole number is taken as its text.
    """


class _ExposureItemParam(TypedDict):
    id: Id
    """The id of the item. A whole number is taken as its text."""


class ExposureItemParam(_ExposureItemParam, total=False):
    position: int
    """The place on the page, counted from 1."""
