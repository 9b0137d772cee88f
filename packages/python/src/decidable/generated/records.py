# Written by "npm run python" from the OpenAPI description. Do not edit.
"""What the service answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Dict, List, Optional, Tuple

from ..record import Field, Record, each, instant

__all__ = [
    "AuditedAttribute",
    "AuditedAttributeAbstained",
    "AuditedAttributeAppliesTo",
    "AuditedAttributeBestSubstitute",
    "AuditedAttributeBits",
    "AuditedAttributeDerivable",
    "AuditedAttributeEmptyMayMeanNo",
    "AuditedAttributeExample",
    "AuditedAttributeNarrowing",
    "AuditedAttributeRepeatedBy",
    "AuditedAttributeSpelling",
    "AuditedAttributeSpellingValue",
    "CatalogAuditGradeReason",
    "CatalogAuditIfEmptyMeansNo",
    "CatalogAuditLacking",
    "CatalogAuditLackingExample",
    "CatalogAuditLackingValue",
    "CatalogAuditNotQuestion",
    "CatalogAuditResponse",
    "CatalogAuditShelves",
    "CatalogAuditShelvesValue",
    "CatalogRankedItem",
    "CatalogRankedResponse",
    "CatalogVerifyAnswerability",
    "CatalogVerifyAttribute",
    "CatalogVerifyAttributeBits",
    "CatalogVerifyAttributeCells",
    "CatalogVerifyAttributeExample",
    "CatalogVerifyAttributeRecorded",
    "CatalogVerifyProducts",
    "CatalogVerifyResponse",
    "Context",
    "Distribution",
    "DistributionBin",
    "DistributionOthers",
    "DistributionRange",
    "DistributionValue",
    "ErrorDetails",
    "EventEvent",
    "EventResponse",
    "Explanation",
    "ExposureResponse",
    "Facet",
    "FacetBucket",
    "FacetValue",
    "Factor",
    "Finding",
    "FindingExample",
    "FindingPage",
    "GradedClaim",
    "GradedClaimBelieved",
    "GradedClaimReason",
    "KnownShelves",
    "KnownShelvesValue",
    "KnownShelvesValueExpected",
    "KnownShelvesValueLack",
    "KnownShelvesValueMarketplace",
    "LeftOut",
    "Match",
    "Persona",
    "PersonaEvidence",
    "QueryReading",
    "QueryReadingAsked",
    "QueryReadingCorrected",
    "QueryReadingPrice",
    "Remaining",
    "RemainingAsked",
    "RemainingReach",
    "RerankResponse",
    "RerankResult",
    "SearchResponse",
    "SearchResult",
    "ServiceWarning",
    "SessionInterest",
    "SessionResponse",
    "Storage",
    "SuggestResponse",
    "SuggestSuggestion",
    "TrackBehaviorResponse",
    "TrackKeywordsMatched",
    "TrackKeywordsPriceRange",
    "TrackKeywordsResponse",
    "TrackResponse",
    "TrackSignals",
    "Tracked",
    "TrackedSignals",
]


@dataclass(frozen=True, eq=False, repr=False)
class PersonaEvidence(Record):
    signal: str
    weight: float
    text: Optional[str] = None
    """The same in words."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("signal", "signal"),
        Field("text", "text"),
        Field("weight", "weight"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Persona(Record):
    id: str
    label: str
    kind: str
    """One of behaviour, interest. More may be added."""
    score: float
    evidence: List[PersonaEvidence]
    updated_at: datetime

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("label", "label"),
        Field("kind", "kind"),
        Field("score", "score"),
        Field("evidence", "evidence", each(PersonaEvidence.of_json)),
        Field("updatedAt", "updated_at", instant),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackSignals(Record):
    accepted: int
    """How many of the signals are of a known type and were added."""
    unrecognised: List[str]
    """Types that are not known. They are kept with the session and carry no weight."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("accepted", "accepted"),
        Field("unrecognised", "unrecognised"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Context(Record):
    """What the request itself contributes."""

    device: str
    """mobile, tablet, desktop, bot or other."""
    referrer: str
    """direct, internal, search, social, email, paid or other:<host>."""
    time_of_day: str
    """night, morning, afternoon or evening."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("device", "device"),
        Field("referrer", "referrer"),
        Field("timeOfDay", "time_of_day"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class ServiceWarning(Record):
    code: str
    message: str
    field: Optional[str] = None
    """The request field that is meant."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("code", "code"),
        Field("message", "message"),
        Field("field", "field"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackResponse(Record):
    """What `track` answers."""

    session_id: str
    found: bool
    personas: List[Persona]
    """The personas inferred so far, best first. Their scores decay over time."""
    signals: TrackSignals
    context: Context
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("sessionId", "session_id"),
        Field("found", "found"),
        Field("personas", "personas", each(Persona.of_json)),
        Field("signals", "signals", TrackSignals.of_json),
        Field("context", "context", Context.of_json),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackBehaviorResponse(Record):
    """What `track_behavior` answers."""

    session_id: str
    behavior: str
    count: int
    """How often the session has shown it."""
    personas: List[Persona]
    """The personas inferred so far, best first. Their scores decay over time."""
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("sessionId", "session_id"),
        Field("behavior", "behavior"),
        Field("count", "count"),
        Field("personas", "personas", each(Persona.of_json)),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackKeywordsMatched(Record):
    keyword: str
    attribute: str
    value: str

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("keyword", "keyword"),
        Field("attribute", "attribute"),
        Field("value", "value"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackKeywordsPriceRange(Record):
    min: Optional[float] = None
    max: Optional[float] = None

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("min", "min"),
        Field("max", "max"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackKeywordsResponse(Record):
    """What `track_keywords` answers."""

    session_id: str
    keywords: List[str]
    matched: List[TrackKeywordsMatched]
    personas: List[Persona]
    """The personas inferred so far, best first. Their scores decay over time."""
    price_range: Optional[TrackKeywordsPriceRange] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("sessionId", "session_id"),
        Field("keywords", "keywords"),
        Field("matched", "matched", each(TrackKeywordsMatched.of_json)),
        Field("priceRange", "price_range", TrackKeywordsPriceRange.of_json),
        Field("personas", "personas", each(Persona.of_json)),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class SessionInterest(Record):
    interest: str
    score: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("interest", "interest"),
        Field("score", "score"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class SessionResponse(Record):
    """What `session` answers."""

    found: bool
    """false for a session id that has never been written."""
    session_id: str
    personas: List[Persona]
    """The personas inferred so far, best first. Their scores decay over time."""
    context: Optional[Context] = None
    opened_at: Optional[datetime] = None
    last_seen_at: Optional[datetime] = None
    signal_count: Optional[int] = None
    interests: Optional[List[SessionInterest]] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("found", "found"),
        Field("sessionId", "session_id"),
        Field("personas", "personas", each(Persona.of_json)),
        Field("context", "context", Context.of_json),
        Field("openedAt", "opened_at", instant),
        Field("lastSeenAt", "last_seen_at", instant),
        Field("signalCount", "signal_count"),
        Field("interests", "interests", each(SessionInterest.of_json)),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Factor(Record):
    factor: str
    """The kind of evidence: category, brand, price, meaning, co-visited, …; dismissed and constraint speak
    against some products, and so for others; match, availability, aside, order and variety put the product
    into a tier.
    """
    signal: str
    """What in the session or the catalogue matched."""
    weight: float
    value: float
    contribution: float
    """weight × value; negative where it speaks against the product."""
    matched: Optional[str] = None
    """Where `signal` is a search: what of it the product has, such as `colour=red` or `price_filter:-80`; for
    words, as they were typed, where the catalogue writes them in another way.
    """
    tier: Optional[int] = None
    """Only of factors that put the product into a tier, which contribute nothing: how far back. The tiers of
    a product add up, and a list is in the order of the sums, lowest first, then of the scores. `match` says
    how far it meets the search (`matched`: all, most, some, none), `availability` that it is sold out,
    `aside` that it was dismissed, bought, taken out of the cart or lies in it, or is of such a kind, `order`
    that the shopper sorted the list, or what words of the search ask of it (`matched`: `cheap: price_asc`),
    `variety` that the list is varied.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("factor", "factor"),
        Field("signal", "signal"),
        Field("matched", "matched"),
        Field("weight", "weight"),
        Field("value", "value"),
        Field("contribution", "contribution"),
        Field("tier", "tier"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Match(Record):
    attribute: str
    start: int
    """Of the text, in UTF-16 units, as `String.prototype.slice` of JavaScript counts."""
    end: int
    """Behind the last unit."""
    item: Optional[int] = None
    """Which item of it is meant, where it is a list."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("item", "item"),
        Field("start", "start"),
        Field("end", "end"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogRankedItem(Record):
    id: str
    rank: int
    """The place, counted from 1."""
    score: float
    score_breakdown: List[Factor]
    """One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what
    the list is ordered by first.
    """
    attributes: Dict[str, Any]
    why: Optional[str] = None
    """The strongest factors in words, each with its share of the score."""
    available: Optional[bool] = None
    """Present only when the product cannot be bought now; such products come behind others that meet a search
    as far.
    """
    matches: Optional[List[Match]] = None
    """With `highlight`: the words of the attributes that the query was read as, as corrections, completions
    and synonyms, too. Left out for none.
    """
    variants: Optional[int] = None
    """How many more variants of the product, such as other sizes, have no place of their own; left out for
    none.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("rank", "rank"),
        Field("score", "score"),
        Field("scoreBreakdown", "score_breakdown", each(Factor.of_json)),
        Field("why", "why"),
        Field("available", "available"),
        Field("matches", "matches", each(Match.of_json)),
        Field("variants", "variants"),
        Field("attributes", "attributes"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class QueryReadingCorrected(Record):
    typed: str
    read: str
    """A word of the catalogue that is searched for in its place."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("typed", "typed"),
        Field("read", "read"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class QueryReadingAsked(Record):
    typed: str
    """The words, such as "cheap" or "for her"."""
    attribute: Optional[str] = None
    """What answers them: `price`, `reduced` (sold below its price), or a column of the catalogue. Left out
    where texts do.
    """
    order: Optional[str] = None
    """Left out for a limit. One of ascending, descending. More may be added."""
    read: Optional[str] = None
    """The word of the catalogue that is searched for in their place."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("typed", "typed"),
        Field("attribute", "attribute"),
        Field("order", "order"),
        Field("read", "read"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class QueryReadingPrice(Record):
    """The price that it says; left out for none."""

    min: Optional[float] = None
    max: Optional[float] = None

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("min", "min"),
        Field("max", "max"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class QueryReading(Record):
    """With a `query`: how it was read, so that a page can say "Showing results for …"."""

    typed: str
    """The `query` as it was sent, without spaces around it."""
    read: str
    """The same with its corrections."""
    corrected: Optional[List[QueryReadingCorrected]] = None
    """The words that are read as misspelt; left out for none."""
    asked: Optional[List[QueryReadingAsked]] = None
    """What words of it ask of the list, beside what products are called. Words are read so only where the
    catalogue has what answers them and no product is called so. Left out for none.
    """
    price: Optional[QueryReadingPrice] = None
    """The price that it says; left out for none."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("typed", "typed"),
        Field("read", "read"),
        Field("corrected", "corrected", each(QueryReadingCorrected.of_json)),
        Field("asked", "asked", each(QueryReadingAsked.of_json)),
        Field("price", "price", QueryReadingPrice.of_json),
    )


@dataclass(frozen=True, eq=False, repr=False)
class FacetValue(Record):
    value: str
    """As `filters` take it."""
    count: int
    selected: Optional[bool] = None
    """Present where a filter accepts it."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("value", "value"),
        Field("count", "count"),
        Field("selected", "selected"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class FacetBucket(Record):
    min: float
    max: float
    count: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("min", "min"),
        Field("max", "max"),
        Field("count", "count"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Facet(Record):
    """Counts the products that meet all other filters: a filter on this attribute itself does not change
    them.
    """

    attribute: str
    """The name by which `filters` take it."""
    label: str
    """The name as a page may show it."""
    products: int
    """How many of the products have a value."""
    values: Optional[List[FacetValue]] = None
    """Values by name, those of most products first."""
    min: Optional[float] = None
    """The lowest number."""
    max: Optional[float] = None
    """The highest number."""
    unit: Optional[str] = None
    """The unit of the numbers, where one is known."""
    buckets: Optional[List[FacetBucket]] = None
    """Ranges of about as many products each, as `filters` take them."""
    more: Optional[int] = None
    """How many values are not listed; left out where all are."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("label", "label"),
        Field("products", "products"),
        Field("values", "values", each(FacetValue.of_json)),
        Field("min", "min"),
        Field("max", "max"),
        Field("unit", "unit"),
        Field("buckets", "buckets", each(FacetBucket.of_json)),
        Field("more", "more"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(Record):
    personalised: bool
    reason: Optional[str] = None
    """Why the order is not personal; left out where the request asks for that itself (`/rerank` with
    `strength` 0). `opening`: the catalogue is still being read, so the list is in the order in which it was
    sent. One of session_not_found, no_signals, no_matching_attributes, all_tied, catalogue_empty, opening.
    More may be added.
    """
    diversity: Optional[float] = None
    """How far the first places are varied; left out where they are not. Each of them has a tier of its own;
    scores stay as they are.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("personalised", "personalised"),
        Field("reason", "reason"),
        Field("diversity", "diversity"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class TrackedSignals(Record):
    accepted: int
    """How many of the signals are of a known type and were added."""
    unrecognised: List[str]
    """Types that are not known. They are kept with the session and carry no weight."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("accepted", "accepted"),
        Field("unrecognised", "unrecognised"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Tracked(Record):
    """What became of the `signals` of the request, as `/track` answers. Present only with them."""

    found: bool
    personas: List[Persona]
    """The personas inferred so far, best first. Their scores decay over time."""
    signals: TrackedSignals
    context: Context

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("found", "found"),
        Field("personas", "personas", each(Persona.of_json)),
        Field("signals", "signals", TrackedSignals.of_json),
        Field("context", "context", Context.of_json),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogRankedResponse(Record):
    """What `catalog_ranked` answers."""

    decision_id: str
    """Names this ranking. Send it with /exposure and /event."""
    session_id: str
    items: List[CatalogRankedItem]
    total: int
    """How many places the list has: the products that meet the category and the filters, variants of one
    counted once, without those that the request leaves out as seen or unmatched.
    """
    catalogue_version: Optional[str]
    explanation: Explanation
    matched: Optional[int] = None
    """With a `query`: how many products that meet the category and the filters meet it: they have its words
    (as corrections and synonyms, too), the category, sizes, named values and price limit that it says, and
    nothing that it excludes. They come first. Facets count these, or where there are none those that are
    `near`.
    """
    near: Optional[int] = None
    """With a `query`: how many more of them have a part of it. They come next."""
    query: Optional[QueryReading] = None
    facets: Optional[List[Facet]] = None
    """Present only when the request asks for facets."""
    tracked: Optional[Tracked] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("decisionId", "decision_id"),
        Field("sessionId", "session_id"),
        Field("items", "items", each(CatalogRankedItem.of_json)),
        Field("total", "total"),
        Field("matched", "matched"),
        Field("near", "near"),
        Field("query", "query", QueryReading.of_json),
        Field("facets", "facets", each(Facet.of_json)),
        Field("catalogueVersion", "catalogue_version"),
        Field("explanation", "explanation", Explanation.of_json),
        Field("tracked", "tracked", Tracked.of_json),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class SearchResult(Record):
    id: str
    rank: int
    """The place, counted from 1."""
    score: float
    score_breakdown: List[Factor]
    """One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what
    the list is ordered by first.
    """
    why: Optional[str] = None
    """The strongest factors in words, each with its share of the score."""
    available: Optional[bool] = None
    """Present only when the product cannot be bought now; such products come behind others that meet a search
    as far.
    """
    matches: Optional[List[Match]] = None
    """With `highlight`: the words of the attributes that the query was read as, as corrections, completions
    and synonyms, too. Left out for none.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("rank", "rank"),
        Field("score", "score"),
        Field("scoreBreakdown", "score_breakdown", each(Factor.of_json)),
        Field("why", "why"),
        Field("available", "available"),
        Field("matches", "matches", each(Match.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class LeftOut(Record):
    index: int
    """Its place in the list that was sent."""
    reason: str
    """Why it is not ranked, and what to send."""
    id: Optional[str] = None
    """Its id as it was sent, where it has one."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("index", "index"),
        Field("id", "id"),
        Field("reason", "reason"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class SearchResponse(Record):
    """What `search` answers."""

    decision_id: str
    """Names this ranking. Send it with /exposure and /event."""
    session_id: str
    results: List[SearchResult]
    explanation: Explanation
    query: Optional[QueryReading] = None
    left_out: Optional[List[LeftOut]] = None
    """Entries of the list that are not ranked: without a usable id, or with an id that came before. Present
    only when there is any.
    """
    tracked: Optional[Tracked] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("decisionId", "decision_id"),
        Field("sessionId", "session_id"),
        Field("results", "results", each(SearchResult.of_json)),
        Field("query", "query", QueryReading.of_json),
        Field("explanation", "explanation", Explanation.of_json),
        Field("left_out", "left_out", each(LeftOut.of_json)),
        Field("tracked", "tracked", Tracked.of_json),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class RerankResult(Record):
    id: str
    rank: int
    """The place, counted from 1."""
    previous_rank: int
    """The place, counted from 1."""
    score: float
    score_breakdown: List[Factor]
    """One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what
    the list is ordered by first.
    """
    why: Optional[str] = None
    """The strongest factors in words, each with its share of the score."""
    available: Optional[bool] = None
    """Present only when the product cannot be bought now; such products come behind others that meet a search
    as far.
    """
    matches: Optional[List[Match]] = None
    """With `highlight`: the words of the attributes that the query was read as, as corrections, completions
    and synonyms, too. Left out for none.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("rank", "rank"),
        Field("previousRank", "previous_rank"),
        Field("score", "score"),
        Field("scoreBreakdown", "score_breakdown", each(Factor.of_json)),
        Field("why", "why"),
        Field("available", "available"),
        Field("matches", "matches", each(Match.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class RerankResponse(Record):
    """What `rerank` answers."""

    decision_id: str
    """Names this ranking. Send it with /exposure and /event."""
    session_id: str
    results: List[RerankResult]
    explanation: Explanation
    query: Optional[QueryReading] = None
    left_out: Optional[List[LeftOut]] = None
    """Entries of the list that are not ranked: without a usable id, or with an id that came before. Present
    only when there is any.
    """
    tracked: Optional[Tracked] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("decisionId", "decision_id"),
        Field("sessionId", "session_id"),
        Field("results", "results", each(RerankResult.of_json)),
        Field("query", "query", QueryReading.of_json),
        Field("explanation", "explanation", Explanation.of_json),
        Field("left_out", "left_out", each(LeftOut.of_json)),
        Field("tracked", "tracked", Tracked.of_json),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class SuggestSuggestion(Record):
    query: str
    """What to search for, as people write it."""
    score: float
    score_breakdown: List[Factor]
    """One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what
    the list is ordered by first.
    """
    type: Optional[str] = None
    """What it is: the name of a product, a category, a brand, a brand or value with a category (`phrase`), or
    what others searched for. One of product, category, brand, phrase, query. More may be added.
    """
    product_id: Optional[str] = None
    """The product, where `type` is `product` and only one has the name."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("query", "query"),
        Field("score", "score"),
        Field("scoreBreakdown", "score_breakdown", each(Factor.of_json)),
        Field("type", "type"),
        Field("productId", "product_id"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class SuggestResponse(Record):
    """What `suggest` answers."""

    session_id: str
    suggestions: List[SuggestSuggestion]
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("sessionId", "session_id"),
        Field("suggestions", "suggestions", each(SuggestSuggestion.of_json)),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditGradeReason(Record):
    code: str
    message: str

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("code", "code"),
        Field("message", "message"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class RemainingReach(Record):
    """Shares of the way from the whole shelf to the best recorded ones, in bits, 0 to 1; the grade follows
    now.
    """

    now: float
    complete: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("now", "now"),
        Field("complete", "complete"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class RemainingAsked(Record):
    """The questions asked; absent where shelves have different ones."""

    now: List[str]
    complete: List[str]

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("now", "now"),
        Field("complete", "complete"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Remaining(Record):
    """What the best three answers leave, in products. Of a shop with several shelves, geometric means over
    its products.
    """

    of: float
    """Products of the shelf."""
    now: float
    """Products left after the best three answers, as the shelf stands."""
    complete: float
    """The same with every value recorded."""
    best: float
    """The same on the best recorded shelves."""
    reach: RemainingReach
    """Shares of the way from the whole shelf to the best recorded ones, in bits, 0 to 1; the grade follows
    now.
    """
    asked: Optional[RemainingAsked] = None
    """The questions asked; absent where shelves have different ones."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("of", "of"),
        Field("now", "now"),
        Field("complete", "complete"),
        Field("best", "best"),
        Field("reach", "reach", RemainingReach.of_json),
        Field("asked", "asked", RemainingAsked.of_json),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditIfEmptyMeansNo(Record):
    """The grade if the empty cells of these attributes mean no; until it is said whether they do."""

    attributes: List[str]
    grade: Optional[str]
    """One of A, B, C, D, E. More may be added."""
    remaining: Remaining

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attributes", "attributes"),
        Field("grade", "grade"),
        Field("remaining", "remaining", Remaining.of_json),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeBits(Record):
    now: float
    complete: float
    recoverable: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("now", "now"),
        Field("complete", "complete"),
        Field("recoverable", "recoverable"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeNarrowing(Record):
    now: float
    complete: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("now", "now"),
        Field("complete", "complete"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeAppliesTo(Record):
    attribute: str
    values: List[str]

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("values", "values"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeBestSubstitute(Record):
    attribute: str
    overlap: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("overlap", "overlap"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeDerivable(Record):
    products: int
    from_: str
    precision: Optional[float] = None
    """Share of the recorded cells that are derived rightly as if they were missing."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("products", "products"),
        Field("from", "from_"),
        Field("precision", "precision"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeRepeatedBy(Record):
    attribute: str
    filled: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("filled", "filled"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeSpellingValue(Record):
    value: str
    products: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("value", "value"),
        Field("products", "products"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeSpelling(Record):
    values: List[AuditedAttributeSpellingValue]
    proposed: str
    """The most frequent spelling."""
    bits: float
    """Bits of the attribute that tell nothing but its spelling: what its entropy loses when these are merged.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("values", "values", each(AuditedAttributeSpellingValue.of_json)),
        Field("proposed", "proposed"),
        Field("bits", "bits"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeExample(Record):
    id: str
    title: Optional[str] = None

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("title", "title"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class DistributionValue(Record):
    value: str
    products: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("value", "value"),
        Field("products", "products"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class DistributionBin(Record):
    from_: float
    to: float
    products: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("from", "from_"),
        Field("to", "to"),
        Field("products", "products"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class DistributionRange(Record):
    min: float
    median: float
    max: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("min", "min"),
        Field("median", "median"),
        Field("max", "max"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class DistributionOthers(Record):
    """How many values are not shown, and how many products have none of those shown."""

    values: int
    products: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("values", "values"),
        Field("products", "products"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Distribution(Record):
    values: Optional[List[DistributionValue]] = None
    """Of words: the most frequent values. A product with several values counts for each of them."""
    bins: Optional[List[DistributionBin]] = None
    """Of numbers and dates: a histogram, ascending. A bin holds its lower bound; the last one also its upper
    bound, and a bin whose bounds are equal holds one number.
    """
    range: Optional[DistributionRange] = None
    unit: Optional[str] = None
    """The unit of the numbers; year for dates, which are counted by years."""
    others: Optional[DistributionOthers] = None
    """How many values are not shown, and how many products have none of those shown."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("values", "values", each(DistributionValue.of_json)),
        Field("bins", "bins", each(DistributionBin.of_json)),
        Field("range", "range", DistributionRange.of_json),
        Field("unit", "unit"),
        Field("others", "others", DistributionOthers.of_json),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeAbstained(Record):
    code: str
    message: str

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("code", "code"),
        Field("message", "message"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttributeEmptyMayMeanNo(Record):
    """Of a fact that only ever says yes: an empty cell may mean no. Answer with emptyMeansNo or
    emptyMeansUnknown.
    """

    says: str
    """What every recorded cell says."""
    bits: float
    """Bits of its answer if empty means no, once that is said."""
    three_question_gain: float
    """Bits that saying so adds, as `threeQuestionGain` beside it."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("says", "says"),
        Field("bits", "bits"),
        Field("threeQuestionGain", "three_question_gain"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class AuditedAttribute(Record):
    attribute: str
    kind: str
    """category, number, date, boolean, list, …"""
    priority: Optional[float]
    """Bits that recording it adds to the attributes before it, on each shelf: at most what it adds alone, so
    that those of all of them add up to what recording everything brings. Null where the audit abstains.
    """
    bits: AuditedAttributeBits
    narrowing: AuditedAttributeNarrowing
    recorded: int
    missing: int
    placeholders: int
    distinct: int
    affected_products: List[str]
    """Every product without it, those first whose value would settle most."""
    three_question_gain: Optional[float] = None
    """Bits that recording it adds for a shopper who asks about it and two other attributes, chosen at random.
    `action` goes by it. Absent where the audit abstains.
    """
    applies_to: Optional[AuditedAttributeAppliesTo] = None
    not_applicable: Optional[int] = None
    best_substitute: Optional[AuditedAttributeBestSubstitute] = None
    derivable: Optional[AuditedAttributeDerivable] = None
    repeated_by: Optional[List[AuditedAttributeRepeatedBy]] = None
    """Columns that hold the same fact, and the products that only they describe: those are not missing here.
    """
    spellings: Optional[List[AuditedAttributeSpelling]] = None
    """Values that look like spellings of one, those first that cost most. Nothing is merged: they are counted
    as the values that they are.
    """
    examples: Optional[List[AuditedAttributeExample]] = None
    """The first affected products with their titles, where a column of titles was found."""
    distribution: Optional[Distribution] = None
    abstained: Optional[AuditedAttributeAbstained] = None
    empty_may_mean_no: Optional[AuditedAttributeEmptyMayMeanNo] = None
    """Of a fact that only ever says yes: an empty cell may mean no. Answer with emptyMeansNo or
    emptyMeansUnknown.
    """
    break_even_sessions: Optional[float] = None
    action: Optional[str] = None
    """One of record, derive, ask, leave. More may be added."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("kind", "kind"),
        Field("priority", "priority"),
        Field("threeQuestionGain", "three_question_gain"),
        Field("bits", "bits", AuditedAttributeBits.of_json),
        Field("narrowing", "narrowing", AuditedAttributeNarrowing.of_json),
        Field("recorded", "recorded"),
        Field("missing", "missing"),
        Field("placeholders", "placeholders"),
        Field("distinct", "distinct"),
        Field("appliesTo", "applies_to", AuditedAttributeAppliesTo.of_json),
        Field("notApplicable", "not_applicable"),
        Field("bestSubstitute", "best_substitute", AuditedAttributeBestSubstitute.of_json),
        Field("derivable", "derivable", AuditedAttributeDerivable.of_json),
        Field("repeatedBy", "repeated_by", each(AuditedAttributeRepeatedBy.of_json)),
        Field("spellings", "spellings", each(AuditedAttributeSpelling.of_json)),
        Field("affectedProducts", "affected_products"),
        Field("examples", "examples", each(AuditedAttributeExample.of_json)),
        Field("distribution", "distribution", Distribution.of_json),
        Field("abstained", "abstained", AuditedAttributeAbstained.of_json),
        Field("emptyMayMeanNo", "empty_may_mean_no", AuditedAttributeEmptyMayMeanNo.of_json),
        Field("breakEvenSessions", "break_even_sessions"),
        Field("action", "action"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditShelvesValue(Record):
    value: str
    products: int
    grade: Optional[str]
    """One of A, B, C, D, E. More may be added."""
    first: List[str]
    remaining: Optional[Remaining] = None

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("value", "value"),
        Field("products", "products"),
        Field("grade", "grade"),
        Field("first", "first"),
        Field("remaining", "remaining", Remaining.of_json),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditShelves(Record):
    by: str
    values: List[CatalogAuditShelvesValue]

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("by", "by"),
        Field("values", "values", each(CatalogAuditShelvesValue.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditNotQuestion(Record):
    attribute: str
    reason: str
    """identifier, text, constant, operational, price, feedback, merchandising, name, code, link, date,
    unnamed or repeats.
    """
    of: Optional[str] = None
    """The column that it repeats."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("reason", "reason"),
        Field("of", "of"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditLackingValue(Record):
    value: str
    products: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("value", "value"),
        Field("products", "products"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditLackingExample(Record):
    product: str
    text: str
    """The part of the text that says it."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("product", "product"),
        Field("text", "text"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditLacking(Record):
    attribute: str
    """A name for it: of the fact, or its most frequent values where it has no name."""
    from_: str
    """The column of the texts that say it."""
    products: int
    """Products whose text says it."""
    of: int
    """The products to which it applies, of those whose texts were read (at most 1,000)."""
    values: List[CatalogAuditLackingValue]
    distinct: int
    """Distinct values; the most frequent ones are in values."""
    examples: List[CatalogAuditLackingExample]
    bits: float
    """What a column of it would bring if every product to which it applies had it recorded."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("from", "from_"),
        Field("products", "products"),
        Field("of", "of"),
        Field("values", "values", each(CatalogAuditLackingValue.of_json)),
        Field("distinct", "distinct"),
        Field("examples", "examples", each(CatalogAuditLackingExample.of_json)),
        Field("bits", "bits"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class FindingExample(Record):
    id: str
    title: Optional[str] = None
    value: Optional[str] = None
    """The value at fault; absent where there is none. Long ones are cut."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("title", "title"),
        Field("value", "value"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class FindingPage(Record):
    marketplace: str
    address: str

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("marketplace", "marketplace"),
        Field("address", "address"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Finding(Record):
    rule: str
    """The fixed name of the rule, such as gtin-check-digit."""
    severity: str
    """error: a marketplace refuses such products; warning: it may refuse them, or show them less; notice: it
    recommends otherwise. One of error, warning, notice. More may be added.
    """
    says: str
    """What is wrong with each of the products, as a sentence."""
    fix: str
    """What to do about it, as a sentence."""
    products: int
    """Affected products."""
    examples: List[FindingExample]
    """Some of the affected products; none where the export lacks the column."""
    pages: List[FindingPage]
    """The public pages on which marketplaces say what they ask."""
    column: Optional[str] = None
    """The column at fault; absent where the export lacks it."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("rule", "rule"),
        Field("severity", "severity"),
        Field("column", "column"),
        Field("says", "says"),
        Field("fix", "fix"),
        Field("products", "products"),
        Field("examples", "examples", each(FindingExample.of_json)),
        Field("pages", "pages", each(FindingPage.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class KnownShelvesValueLack(Record):
    attribute: str
    """An id, such as heel-height."""
    name: str
    degree: str
    """required: nobody can choose without it; usual: most shops record it."""
    values: str
    """The kind of its values: colour, size, measure, …"""
    usual_bits: float
    """Bits that an answer usually gives on such a shelf."""
    said_in: Optional[str] = None
    """The column of texts that say it of some products."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("name", "name"),
        Field("degree", "degree"),
        Field("values", "values"),
        Field("usualBits", "usual_bits"),
        Field("saidIn", "said_in"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class KnownShelvesValueExpected(Record):
    """Products that are expected to be left once shoppers are answered what is asked; four of five such
    shelves lie between low and high. Today all are left.
    """

    asked: List[str]
    left: float
    low: float
    high: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("asked", "asked"),
        Field("left", "left"),
        Field("low", "low"),
        Field("high", "high"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class KnownShelvesValueMarketplace(Record):
    marketplace: str
    required: List[str]
    recommended: List[str]

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("marketplace", "marketplace"),
        Field("required", "required"),
        Field("recommended", "recommended"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class KnownShelvesValue(Record):
    shelf: str
    """An id, such as boots."""
    name: str
    products: int
    told_by: str
    """What told it of most of them: category, title, owner (the category of the request) or columns."""
    lacks: List[KnownShelvesValueLack]
    """What such shelves have and no column holds, required ones first."""
    marketplaces: List[KnownShelvesValueMarketplace]
    """What marketplaces ask of such products and no column holds."""
    within: Optional[str] = None
    """The shelf before it of which it is a part; what that one lacks is not repeated."""
    expected: Optional[KnownShelvesValueExpected] = None
    """Products that are expected to be left once shoppers are answered what is asked; four of five such
    shelves lie between low and high. Today all are left.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("shelf", "shelf"),
        Field("within", "within"),
        Field("name", "name"),
        Field("products", "products"),
        Field("toldBy", "told_by"),
        Field("lacks", "lacks", each(KnownShelvesValueLack.of_json)),
        Field("expected", "expected", KnownShelvesValueExpected.of_json),
        Field("marketplaces", "marketplaces", each(KnownShelvesValueMarketplace.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class KnownShelves(Record):
    """The kinds of products that are recognised, with what such shelves usually have. Expectations from what
    is known of shelves: nothing in it is measured, and no other figure counts it.
    """

    unknown: int
    """Products of which nothing tells the shelf."""
    values: List[KnownShelvesValue]
    """The largest first, each with the parts of it behind it."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("unknown", "unknown"),
        Field("values", "values", each(KnownShelvesValue.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Storage(Record):
    """Whether the result was kept. It is kept only when organizationId was sent, with a key that may: one
    without origins from a server, or one made for this endpoint.
    """

    stored: bool
    id: Optional[str] = None
    """The id of the kept result."""
    message: Optional[str] = None

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("stored", "stored"),
        Field("id", "id"),
        Field("message", "message"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogAuditResponse(Record):
    """What `catalog_audit` answers."""

    grade: Optional[str]
    """One of A, B, C, D, E. More may be added."""
    answerability: Optional[float]
    products: int
    shelf_bits: float
    attributes: List[AuditedAttribute]
    """By priority, best first."""
    not_questions: List[CatalogAuditNotQuestion]
    """Columns that are no facts to record, with the reason."""
    source: str
    """Where the values come from, which decides how far they are trusted. One of merchant, extracted,
    enriched, inferred. More may be added.
    """
    trust: float
    method: Dict[str, Any]
    """How the figures were estimated."""
    storage: Storage
    grade_reason: Optional[CatalogAuditGradeReason] = None
    action: Optional[str] = None
    """One of record, derive, ask, leave. More may be added."""
    remaining: Optional[Remaining] = None
    empty_means_no: Optional[List[str]] = None
    """The attributes of which empty cells were taken for no, as the request says."""
    if_empty_means_no: Optional[CatalogAuditIfEmptyMeansNo] = None
    """The grade if the empty cells of these attributes mean no; until it is said whether they do."""
    all_recorded: Optional[bool] = None
    """True where every attribute is recorded for every product that it applies to, in an export that is
    graded.
    """
    shelves: Optional[CatalogAuditShelves] = None
    lacking: Optional[List[CatalogAuditLacking]] = None
    """Facts that titles and descriptions say and no column holds, those first of which texts say most bits.
    """
    findings: Optional[List[Finding]] = None
    """What marketplaces would object to in single products, the gravest first. Bits and grade do not depend
    on it.
    """
    known_shelves: Optional[KnownShelves] = None
    category: Optional[str] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("grade", "grade"),
        Field("gradeReason", "grade_reason", CatalogAuditGradeReason.of_json),
        Field("action", "action"),
        Field("answerability", "answerability"),
        Field("remaining", "remaining", Remaining.of_json),
        Field("emptyMeansNo", "empty_means_no"),
        Field("ifEmptyMeansNo", "if_empty_means_no", CatalogAuditIfEmptyMeansNo.of_json),
        Field("allRecorded", "all_recorded"),
        Field("products", "products"),
        Field("shelfBits", "shelf_bits"),
        Field("attributes", "attributes", each(AuditedAttribute.of_json)),
        Field("shelves", "shelves", CatalogAuditShelves.of_json),
        Field("notQuestions", "not_questions", each(CatalogAuditNotQuestion.of_json)),
        Field("lacking", "lacking", each(CatalogAuditLacking.of_json)),
        Field("findings", "findings", each(Finding.of_json)),
        Field("knownShelves", "known_shelves", KnownShelves.of_json),
        Field("source", "source"),
        Field("trust", "trust"),
        Field("method", "method"),
        Field("category", "category"),
        Field("storage", "storage", Storage.of_json),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyProducts(Record):
    before: int
    after: int
    common: int
    added: List[str]
    removed: List[str]

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("before", "before"),
        Field("after", "after"),
        Field("common", "common"),
        Field("added", "added"),
        Field("removed", "removed"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyAnswerability(Record):
    before: Optional[float]
    after: Optional[float]
    moved: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("before", "before"),
        Field("after", "after"),
        Field("moved", "moved"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyAttributeBits(Record):
    before: float
    after: float
    moved: float
    """As the cells say, whether they are believed or not."""
    believed: Optional[float] = None
    """What of it counts, claimed or not: what is believed, and no change that counts before it tells; these
    add up. Nothing of what is unproven. Only where that differs.
    """
    told_by: Optional[str] = None
    """The column that tells what of it is believed and does not count."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("before", "before"),
        Field("after", "after"),
        Field("moved", "moved"),
        Field("believed", "believed"),
        Field("toldBy", "told_by"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyAttributeRecorded(Record):
    before: int
    after: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("before", "before"),
        Field("after", "after"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyAttributeCells(Record):
    filled: int
    cleared: int
    changed: int
    placeholders: int

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("filled", "filled"),
        Field("cleared", "cleared"),
        Field("changed", "changed"),
        Field("placeholders", "placeholders"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyAttributeExample(Record):
    id: str
    title: Optional[str] = None
    before: Optional[str] = None
    after: Optional[str] = None

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("id", "id"),
        Field("title", "title"),
        Field("before", "before"),
        Field("after", "after"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyAttribute(Record):
    attribute: str
    status: str
    """One of improved, unproven, worsened, unchanged, added, removed. More may be added."""
    bits: CatalogVerifyAttributeBits
    recorded: CatalogVerifyAttributeRecorded
    cells: CatalogVerifyAttributeCells
    header: Optional[str] = None
    """What the later export calls it, where that is another name."""
    examples: Optional[List[CatalogVerifyAttributeExample]] = None
    """Some of the cells that differ, with the values on both sides: a random sample of the products."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("header", "header"),
        Field("status", "status"),
        Field("bits", "bits", CatalogVerifyAttributeBits.of_json),
        Field("recorded", "recorded", CatalogVerifyAttributeRecorded.of_json),
        Field("cells", "cells", CatalogVerifyAttributeCells.of_json),
        Field("examples", "examples", each(CatalogVerifyAttributeExample.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class GradedClaimBelieved(Record):
    """The share of the new cells that is believed, 0 to 1, and the bounds of the share that the rest of the
    export tells as well as it tells recorded cells; 0 and 1 if nothing tells.
    """

    share: float
    low: float
    high: float

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("share", "share"),
        Field("low", "low"),
        Field("high", "high"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class GradedClaimReason(Record):
    code: str
    message: str
    details: Optional[str] = None
    """The figures behind the message."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("code", "code"),
        Field("message", "message"),
        Field("details", "details"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class GradedClaim(Record):
    attribute: str
    verdict: str
    """One of not_found, unchanged, regressed, empty, doubtful, unproven, partial, verified. More may be
    added.
    """
    bits_gained: float
    cells_filled: int
    reasons: List[GradedClaimReason]
    method: Optional[str] = None
    estimated_hours: Optional[float] = None
    actual_hours: Optional[float] = None
    bits_per_hour: Optional[float] = None
    believed: Optional[GradedClaimBelieved] = None
    """The share of the new cells that is believed, 0 to 1, and the bounds of the share that the rest of the
    export tells as well as it tells recorded cells; 0 and 1 if nothing tells.
    """

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("attribute", "attribute"),
        Field("method", "method"),
        Field("verdict", "verdict"),
        Field("bitsGained", "bits_gained"),
        Field("cellsFilled", "cells_filled"),
        Field("estimatedHours", "estimated_hours"),
        Field("actualHours", "actual_hours"),
        Field("bitsPerHour", "bits_per_hour"),
        Field("believed", "believed", GradedClaimBelieved.of_json),
        Field("reasons", "reasons", each(GradedClaimReason.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class CatalogVerifyResponse(Record):
    """What `catalog_verify` answers."""

    mode: str
    """One of verification, monitor. More may be added."""
    products: CatalogVerifyProducts
    answerability: CatalogVerifyAnswerability
    attributes: List[CatalogVerifyAttribute]
    source: str
    """Where the values come from, which decides how far they are trusted. One of merchant, extracted,
    enriched, inferred. More may be added.
    """
    trust: float
    storage: Storage
    claims: Optional[List[GradedClaim]] = None
    """Only in verification: one a repair, in order."""
    unclaimed: Optional[List[str]] = None
    """Attributes that moved without a claim."""
    category: Optional[str] = None
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("mode", "mode"),
        Field("products", "products", CatalogVerifyProducts.of_json),
        Field("answerability", "answerability", CatalogVerifyAnswerability.of_json),
        Field("attributes", "attributes", each(CatalogVerifyAttribute.of_json)),
        Field("claims", "claims", each(GradedClaim.of_json)),
        Field("unclaimed", "unclaimed"),
        Field("source", "source"),
        Field("trust", "trust"),
        Field("category", "category"),
        Field("storage", "storage", Storage.of_json),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class EventEvent(Record):
    duplicate: bool
    """Whether the event was known already."""
    event_id: str
    """As sent, or chosen by the service."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("duplicate", "duplicate"),
        Field("eventId", "event_id"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class EventResponse(Record):
    """What `event` answers."""

    recorded: bool
    duplicate: bool
    """Whether the event was known already; of several, whether all were."""
    event_id: str
    """As sent, or chosen by the service; of several, that of the first."""
    events: Optional[List[EventEvent]] = None
    """What became of each of `events`, in their order; absent without them."""
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("recorded", "recorded"),
        Field("duplicate", "duplicate"),
        Field("eventId", "event_id"),
        Field("events", "events", each(EventEvent.of_json)),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class ExposureResponse(Record):
    """What `exposure` answers."""

    recorded: int
    """Items that were not known before."""
    duplicates: int
    decision_id: str
    warnings: Optional[List[ServiceWarning]] = None
    """What was accepted, but is probably not what was meant. Present only when there is any."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("recorded", "recorded"),
        Field("duplicates", "duplicates"),
        Field("decisionId", "decision_id"),
        Field("warnings", "warnings", each(ServiceWarning.of_json)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class ErrorDetails(Record):
    """Present with `TOO_MANY_REQUESTS` and `SERVICE_UNAVAILABLE`."""

    retry_after_seconds: int
    """When the same request may pass; the header Retry-After says the same."""
    limit: Optional[str] = None
    """Which limit is reached, as the header RateLimit-Policy names it."""
    most: Optional[int] = None
    """How much the limit allows."""
    unit: Optional[str] = None
    """What the limit counts: requests of a window, requests at once, bytes under way, or milliseconds of
    processor time in a window. One of requests, concurrent-requests, content-bytes, milliseconds. More may be
    added.
    """
    window_seconds: Optional[int] = None
    """The window of a limit that counts requests or work."""

    _fields: ClassVar[Tuple[Field, ...]] = (
        Field("retryAfterSeconds", "retry_after_seconds"),
        Field("limit", "limit"),
        Field("most", "most"),
        Field("unit", "unit"),
        Field("windowSeconds", "window_seconds"),
    )
