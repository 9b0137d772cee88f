# Written by "npm run python" from the OpenAPI description. Do not edit.
"""The operations of the interface."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

from ..operation import Caller, CallOptions, Operation
from .records import (
    CatalogAuditResponse,
    CatalogRankedResponse,
    CatalogVerifyResponse,
    EventResponse,
    ExposureResponse,
    RerankResponse,
    SearchResponse,
    SessionResponse,
    SuggestResponse,
    TrackBehaviorResponse,
    TrackKeywordsResponse,
    TrackResponse,
)
from .requests import (
    CatalogAuditApplyParam,
    CatalogAuditKindParam,
    CatalogRankedFiltersParam,
    CatalogVerifyKindParam,
    EventEventParam,
    ExposureItemParam,
    Id,
    Number,
    RepairClaim,
    RerankResultParam,
    SearchProductParam,
    Signal,
)

_TRACK = Operation("track", "/track", "same", False, True, "batchId")
_TRACK_BEHAVIOR = Operation("track_behavior", "/track/behavior", "twice", False, True)
_TRACK_KEYWORDS = Operation("track_keywords", "/track/keywords", "twice", False, True)
_SESSION = Operation("session", "/session", "same", False, False)
_CATALOG_RANKED = Operation("catalog_ranked", "/catalog/ranked", "same", False, True, "batchId", "signals")
_SEARCH = Operation("search", "/search", "same", False, True, "batchId", "signals")
_RERANK = Operation("rerank", "/rerank", "same", False, True, "batchId", "signals")
_SUGGEST = Operation("suggest", "/suggest", "same", False, True)
_CATALOG_AUDIT = Operation("catalog_audit", "/catalog/audit", "unless kept", True, False)
_CATALOG_VERIFY = Operation("catalog_verify", "/catalog/verify", "unless kept", True, False)
_EVENT = Operation("event", "/event", "same", False, True, "eventId")
_EXPOSURE = Operation("exposure", "/exposure", "same", False, True)


class Operations(Caller):
    """Every operation of the service, under its operation id."""

    def track(
        self,
        *,
        session_id: Id,
        signals: Optional[Sequence[Signal]] = None,
        batch_id: Optional[Id] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> TrackResponse:
        """Send shopper signals.

        Adds signals to a session and answers the personas inferred so far. An empty or absent list still
        opens the session. Device, referrer and time of day are taken from the request where no signal states
        them.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            signals: What the shopper did.
            batch_id: Names this call within its session: a retry with the same one is applied once. With
                other signals it is refused. A whole number is taken as its text.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _TRACK,
            TrackResponse,
            {
                "sessionId": session_id,
                "signals": signals,
                "batchId": batch_id,
            },
            CallOptions(timeout, retries, headers),
        )

    def track_behavior(
        self,
        *,
        session_id: Id,
        behavior: str,
        metadata: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> TrackBehaviorResponse:
        """Send a behaviour of the caller's own naming.

        Adds a behaviour to a session, under a slug that the caller chooses.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            behavior: The caller's own slug.
            metadata: Free-form key/value object, at most 8 KiB as JSON, at most 4 deep.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _TRACK_BEHAVIOR,
            TrackBehaviorResponse,
            {
                "sessionId": session_id,
                "behavior": behavior,
                "metadata": metadata,
            },
            CallOptions(timeout, retries, headers),
        )

    def track_keywords(
        self,
        *,
        session_id: Id,
        query: str,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> TrackKeywordsResponse:
        """Send what a shopper searched for.

        Takes a raw query; the service extracts the keywords and what they match in the catalogue.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            query: What the shopper typed, raw. May be empty.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _TRACK_KEYWORDS,
            TrackKeywordsResponse,
            {
                "sessionId": session_id,
                "query": query,
            },
            CallOptions(timeout, retries, headers),
        )

    def session(
        self,
        *,
        session_id: Id,
        organization_id: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> SessionResponse:
        """Read a session.

        Answers whether the session exists and the personas accumulated against it. Reading never opens a
        session.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            organization_id: The organization whose data is meant; the key must belong to it.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _SESSION,
            SessionResponse,
            {
                "sessionId": session_id,
                "organizationId": organization_id,
            },
            CallOptions(timeout, retries, headers),
        )

    def catalog_ranked(
        self,
        *,
        session_id: Id,
        limit: Optional[int] = None,
        category: Optional[str] = None,
        query: Optional[str] = None,
        filters: Optional[CatalogRankedFiltersParam] = None,
        offset: Optional[int] = None,
        diversity: Optional[Number] = None,
        seen: Optional[Literal["keep", "exclude"]] = None,
        unmatched: Optional[Literal["keep", "exclude"]] = None,
        explain: Optional[bool] = None,
        fields: Optional[Sequence[str]] = None,
        highlight: Optional[bool] = None,
        facets: Optional[int] = None,
        signals: Optional[Sequence[Signal]] = None,
        batch_id: Optional[Id] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> CatalogRankedResponse:
        """Rank the catalogue for a session.

        Ranks the catalogue that the service already holds against the session.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            limit: How many to answer with. Unless given, 20.
            category: Rank only the products of this category.
            query: What the shopper searched for. May be empty.
            filters: Rank only the products that meet all of these: attribute by name, or `category`, `brand`,
                `price`, to a value, a list of values of which one is enough, `{ min, max }`, or `{ not,
                exists }`: what is none of some values, and whether there is one. A value with a sign such as
                `!` or `-` before it that no product has is refused.
            offset: How many of the first products to skip, for the next page of the same list. Unless given,
                0.
            diversity: How far kinds, brands and prices vary among the first places: 0 is the order of the
                scores alone. When absent, a list for a session without signals is varied a little, unless
                there is a query.
            seen: `exclude` leaves out the products that this session has viewed. Unless given, "keep".
            unmatched: `exclude` leaves out the products that do not meet the `query`. Where none does,
                `matched` is 0 and the products with a part of it are ranked; where none has a part, `total`
                is 0. Unless given, "keep".
            explain: Whether items have `scoreBreakdown` and `why`. Unless given, true.
            fields: The attributes that items have; none for an empty list, all when absent.
            highlight: With a `query`: whether items say where it stands in their attributes, in `matches`.
                Unless given, false.
            facets: How many attributes to count the values of, those first that divide the products best.
                Unless given, 0.
            signals: What the shopper did and was not sent yet. It is added to the session first, as by
                `/track`, and the list is ranked with it. The request counts once, as a request for a list. A
                key that may not call `/track` may not send it.
            batch_id: Names the `signals` within their session, as in `/track`: with the same one they are
                applied once, by whichever endpoint they come. Send one: clients and proxies send a list again
                whose answer does not come. Without `signals` it says nothing. A whole number is taken as its
                text.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _CATALOG_RANKED,
            CatalogRankedResponse,
            {
                "sessionId": session_id,
                "limit": limit,
                "category": category,
                "query": query,
                "filters": filters,
                "offset": offset,
                "diversity": diversity,
                "seen": seen,
                "unmatched": unmatched,
                "explain": explain,
                "fields": fields,
                "highlight": highlight,
                "facets": facets,
                "signals": signals,
                "batchId": batch_id,
            },
            CallOptions(timeout, retries, headers),
        )

    def search(
        self,
        *,
        session_id: Id,
        products: Sequence[SearchProductParam],
        query: Optional[str] = None,
        limit: Optional[int] = None,
        explain: Optional[bool] = None,
        highlight: Optional[bool] = None,
        signals: Optional[Sequence[Signal]] = None,
        batch_id: Optional[Id] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> SearchResponse:
        """Rank products that the caller sends.

        Ranks a list of products against the session. Without signals the caller's order is kept. An entry
        without a usable id, or with an id that came before, is left out and named in `left_out`.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            products: The products in the caller's order, each with its id and its attributes by name beside
                it.
            query: What the shopper searched for. May be empty.
            limit: How many to answer with; all that was sent by default.
            explain: Whether items have `scoreBreakdown` and `why`. Unless given, true.
            highlight: With a `query`: whether items say where it stands in their attributes, in `matches`.
                Unless given, false.
            signals: What the shopper did and was not sent yet. It is added to the session first, as by
                `/track`, and the list is ranked with it. The request counts once, as a request for a list. A
                key that may not call `/track` may not send it.
            batch_id: Names the `signals` within their session, as in `/track`: with the same one they are
                applied once, by whichever endpoint they come. Send one: clients and proxies send a list again
                whose answer does not come. Without `signals` it says nothing. A whole number is taken as its
                text.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _SEARCH,
            SearchResponse,
            {
                "sessionId": session_id,
                "products": products,
                "query": query,
                "limit": limit,
                "explain": explain,
                "highlight": highlight,
                "signals": signals,
                "batchId": batch_id,
            },
            CallOptions(timeout, retries, headers),
        )

    def rerank(
        self,
        *,
        session_id: Id,
        results: Sequence[Union[Id, RerankResultParam]],
        query: Optional[str] = None,
        limit: Optional[int] = None,
        explain: Optional[bool] = None,
        highlight: Optional[bool] = None,
        strength: Optional[Number] = None,
        signals: Optional[Sequence[Signal]] = None,
        batch_id: Optional[Id] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RerankResponse:
        """Reorder the results of the caller's own search engine.

        Blends the relevance of the given order (or of the given scores) with the session. Nothing else that
        was sent is dropped. An entry without a usable id, or with an id that came before, is left out and
        named in `left_out`.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            results: In the search engine's order, best first.
            query: What the shopper searched for. May be empty.
            limit: How many to answer with; all that was sent by default.
            explain: Whether items have `scoreBreakdown` and `why`. Unless given, true.
            highlight: With a `query`: whether items say where it stands in their attributes, in `matches`.
                Unless given, false.
            strength: How far the session may change the order; 0 is the caller's order. Unless given, 0.5.
            signals: What the shopper did and was not sent yet. It is added to the session first, as by
                `/track`, and the list is ranked with it. The request counts once, as a request for a list. A
                key that may not call `/track` may not send it.
            batch_id: Names the `signals` within their session, as in `/track`: with the same one they are
                applied once, by whichever endpoint they come. Send one: clients and proxies send a list again
                whose answer does not come. Without `signals` it says nothing. A whole number is taken as its
                text.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _RERANK,
            RerankResponse,
            {
                "sessionId": session_id,
                "results": results,
                "query": query,
                "limit": limit,
                "explain": explain,
                "highlight": highlight,
                "strength": strength,
                "signals": signals,
                "batchId": batch_id,
            },
            CallOptions(timeout, retries, headers),
        )

    def suggest(
        self,
        *,
        session_id: Id,
        query: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> SuggestResponse:
        """Suggest queries.

        Completes what is typed to categories, brands, products, phrases of both, and queries of others,
        scored against the session. Each finds something when it is searched for. Not metered.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            query: What is typed so far. May be empty.
            limit: How many to answer with. Unless given, 8.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _SUGGEST,
            SuggestResponse,
            {
                "sessionId": session_id,
                "query": query,
                "limit": limit,
            },
            CallOptions(timeout, retries, headers),
        )

    def catalog_audit(
        self,
        *,
        csv: str,
        id: Optional[str] = None,
        ignore: Optional[Sequence[str]] = None,
        source: Optional[Literal["merchant", "extracted", "enriched", "inferred"]] = None,
        amortisation_horizon: Optional[Number] = None,
        applicable: Optional[Sequence[str]] = None,
        applies: Optional[Sequence[CatalogAuditApplyParam]] = None,
        kinds: Optional[Sequence[CatalogAuditKindParam]] = None,
        empty_means_no: Optional[Sequence[str]] = None,
        empty_means_unknown: Optional[Sequence[str]] = None,
        organization_id: Optional[str] = None,
        category: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> CatalogAuditResponse:
        """Decision Audit: grade an export.

        Grades a catalogue export for whether it can answer what shoppers ask, and ranks the attributes worth
        recording by bits of decision information. Stores nothing unless organizationId is sent.

        Args:
            csv: Header row, then one row per product; column one is the product id. At most 2,097,152 bytes
                of UTF-8.
            id: The name of the column with the product ids, where it is not column one.
            ignore: Columns to leave out.
            source: Where the values come from, which decides how far they are trusted. Unless given,
                "merchant".
            amortisation_horizon: Sessions that a recorded fact would serve before it goes stale. Without it,
                the response has no action.
            applicable: Attributes that apply to every product, even where hardly any records them.
            applies: The categories to which attributes apply, where the export does not show it.
            kinds: How columns are read, where that is not recognised: numbers that are names are categories.
            empty_means_no: Facts that say yes where they hold, of which an empty cell means no.
            empty_means_unknown: Facts that only ever say yes, of which an empty cell means that nobody knows.
            organization_id: The organization whose data is meant; the key must belong to it.
            category: The caller's own name for the shelf, recorded as given. It tells the known shelf of
                products of which nothing in the export does.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _CATALOG_AUDIT,
            CatalogAuditResponse,
            {
                "csv": csv,
                "id": id,
                "ignore": ignore,
                "source": source,
                "amortisationHorizon": amortisation_horizon,
                "applicable": applicable,
                "applies": applies,
                "kinds": kinds,
                "emptyMeansNo": empty_means_no,
                "emptyMeansUnknown": empty_means_unknown,
                "organizationId": organization_id,
                "category": category,
            },
            CallOptions(timeout, retries, headers),
        )

    def catalog_verify(
        self,
        *,
        before: str,
        after: str,
        repairs: Optional[Sequence[RepairClaim]] = None,
        id: Optional[str] = None,
        ignore: Optional[Sequence[str]] = None,
        source: Optional[Literal["merchant", "extracted", "enriched", "inferred"]] = None,
        kinds: Optional[Sequence[CatalogVerifyKindParam]] = None,
        empty_means_no: Optional[Sequence[str]] = None,
        organization_id: Optional[str] = None,
        category: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> CatalogVerifyResponse:
        """Decision Verification and Decision Monitor: compare two exports.

        Compares an export from before a repair with one from after it, attribute by attribute. With repairs
        each claim is graded against the difference (verification); without, nothing is claimed (monitor). The
        result is kept when organizationId is sent.

        Args:
            before: The export before the work, in the format of the audit. At most 2,097,152 bytes of UTF-8.
            after: The export after the work. At most 2,097,152 bytes of UTF-8.
            repairs: Omit it to make the call a monitor.
            id: The name of the column with the product ids, where it is not column one.
            ignore: Columns to leave out.
            source: Where the values come from, which decides how far they are trusted. Unless given,
                "merchant".
            kinds: How columns are read, where that is not recognised: numbers that are names are categories.
            empty_means_no: Facts that say yes where they hold, of which an empty cell means no.
            organization_id: The organization whose data is meant; the key must belong to it.
            category: The caller's own name for the shelf, recorded as given.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _CATALOG_VERIFY,
            CatalogVerifyResponse,
            {
                "before": before,
                "after": after,
                "repairs": repairs,
                "id": id,
                "ignore": ignore,
                "source": source,
                "kinds": kinds,
                "emptyMeansNo": empty_means_no,
                "organizationId": organization_id,
                "category": category,
            },
            CallOptions(timeout, retries, headers),
        )

    def event(
        self,
        *,
        session_id: Id,
        name: Optional[str] = None,
        data: Optional[Mapping[str, Any]] = None,
        decision_id: Optional[str] = None,
        at: Optional[Union[str, Number]] = None,
        age: Optional[Number] = None,
        event_id: Optional[Id] = None,
        events: Optional[Sequence[EventEventParam]] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> EventResponse:
        """Record a named outcome, or several.

        Records an outcome that is not a signal, such as a checkout, or a list of them, all or none. With an
        eventId an event counts once however often its session sends it. Purchases are kept as claims until
        orders that the shop uploads confirm them. Not metered.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            name: For example checkout_started. May be absent beside `events` only.
            data: Free-form object, at most 8 KiB as JSON, at most 4 deep.
            decision_id: The ranking that the outcome belongs to.
            at: Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as
                now; further ahead or over 24 hours old is refused.
            age: How long before the request was sent it happened, in milliseconds: for devices whose clock
                may be wrong. Counts in place of `at`, and is cut to 0 to 24 hours.
            event_id: Names the event within its session and name: sent again, it is not counted again. With
                another body it is refused. Events of the list without an id get one made of it. A whole
                number is taken as its text.
            events: Several events, in place of one or besides it: recorded together.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _EVENT,
            EventResponse,
            {
                "sessionId": session_id,
                "name": name,
                "data": data,
                "decisionId": decision_id,
                "at": at,
                "age": age,
                "eventId": event_id,
                "events": events,
            },
            CallOptions(timeout, retries, headers),
        )

    def exposure(
        self,
        *,
        session_id: Id,
        decision_id: str,
        items: Sequence[Union[Id, ExposureItemParam]],
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> ExposureResponse:
        """Record what was shown.

        Records what was actually rendered for a ranking decision: what the shopper could see, not what was
        requested. An item counts once a session and decision, however often it is sent. Not metered.

        Args:
            session_id: Chosen by the caller. The same shopper must keep the same id. Nobody may be able to
                guess it: at least 16 random characters. A whole number is taken as its text.
            decision_id: The decision that was rendered.
            items: What was shown, each as its id or with its place.
            timeout: Seconds for the whole call, retries included; the client's unless given.
            retries: How often the call is sent again at most, where that is safe; the client's unless given.
            headers: Headers to send besides, such as the user-agent and referer of the shopper's request.

        Raises:
            DecidableError: The call failed; its class says how.
        """
        return self._call(
            _EXPOSURE,
            ExposureResponse,
            {
                "sessionId": session_id,
                "decisionId": decision_id,
                "items": items,
            },
            CallOptions(timeout, retries, headers),
        )
