<?php

// Written by "npm run php" from @decidable/contract. Do not edit.

declare(strict_types=1);

namespace Decidable\Generated;

use Decidable\DecidableException;

/**
 * Every operation of the service.
 *
 * @phpstan-type Signal array{type: string, value?: string, at?: string|int|float, age?: int|float}
 * @phpstan-type TrackRequest array{sessionId: string, signals?: list<Signal>, batchId?: string}
 * @phpstan-type Persona array{id: string, label: string, kind: 'behaviour'|'interest', score: int|float, evidence: list<array{signal: string, text?: string, weight: int|float}>, updatedAt: string}
 * @phpstan-type Context array{device: string, referrer: string, timeOfDay: string}
 * @phpstan-type Warning array{code: string, message: string, field?: string}
 * @phpstan-type TrackResponse array{sessionId: string, found: true, personas: list<Persona>, signals: array{accepted: int, unrecognised: list<string>}, context: Context, warnings?: list<Warning>}
 * @phpstan-type TrackBehaviorRequest array{sessionId: string, behavior: string, metadata?: array<string, mixed>}
 * @phpstan-type TrackBehaviorResponse array{sessionId: string, behavior: string, count: int, personas: list<Persona>, warnings?: list<Warning>}
 * @phpstan-type TrackKeywordsRequest array{sessionId: string, query: string}
 * @phpstan-type TrackKeywordsResponse array{sessionId: string, keywords: list<string>, matched: list<array{keyword: string, attribute: string, value: string}>, priceRange?: array{min?: int|float, max?: int|float}, personas: list<Persona>, warnings?: list<Warning>}
 * @phpstan-type SessionRequest array{sessionId: string, organizationId?: string}
 * @phpstan-type SessionResponse array{found: bool, sessionId: string, personas: list<Persona>, context?: Context, openedAt?: string, lastSeenAt?: string, signalCount?: int, interests?: list<array{interest: string, score: int|float}>, warnings?: list<Warning>}
 * @phpstan-type FilterTest array{not?: string|int|float|bool|array{min?: int|float, max?: int|float}|list<string|int|float|bool|array{min?: int|float, max?: int|float}>, exists?: bool}
 * @phpstan-type CatalogRankedRequest array{sessionId: string, limit?: int, category?: string, query?: string, filters?: array<string, string|int|float|bool|array{min?: int|float, max?: int|float}|list<string|int|float|bool|array{min?: int|float, max?: int|float}>|FilterTest>, offset?: int, diversity?: int|float, seen?: 'keep'|'exclude', unmatched?: 'keep'|'exclude', explain?: bool, fields?: list<string>, highlight?: bool, facets?: int, signals?: list<Signal>, batchId?: string}
 * @phpstan-type Factor array{factor: string, signal: string, matched?: string, weight: int|float, value: int|float, contribution: int|float, tier?: int}
 * @phpstan-type Match array{attribute: string, item?: int, start: int, end: int}
 * @phpstan-type QueryReading array{typed: string, read: string, corrected?: list<array{typed: string, read: string}>, asked?: list<array{typed: string, attribute?: string, order?: 'ascending'|'descending', read?: string}>, price?: array{min?: int|float, max?: int|float}}
 * @phpstan-type Facet array{attribute: string, label: string, products: int, values?: list<array{value: string, count: int, selected?: true}>, min?: int|float, max?: int|float, unit?: string, buckets?: list<array{min: int|float, max: int|float, count: int}>, more?: int}
 * @phpstan-type Explanation array{personalised: bool, reason?: 'session_not_found'|'no_signals'|'no_matching_attributes'|'all_tied'|'catalogue_empty'|'opening', diversity?: int|float}
 * @phpstan-type Tracked array{found: true, personas: list<Persona>, signals: array{accepted: int, unrecognised: list<string>}, context: Context}
 * @phpstan-type CatalogRankedResponse array{decisionId: string, sessionId: string, items: list<array{id: string, rank: int, score: int|float, scoreBreakdown?: list<Factor>, why?: string, available?: false, matches?: list<Match>, variants?: int, attributes?: array<string, mixed>}>, total: int, matched?: int, near?: int, query?: QueryReading, facets?: list<Facet>, catalogueVersion: string|null, explanation: Explanation, tracked?: Tracked, warnings?: list<Warning>}
 * @phpstan-type SearchRequest array{sessionId: string, products: list<array<string, mixed>>, query?: string, limit?: int, explain?: bool, highlight?: bool, signals?: list<Signal>, batchId?: string}
 * @phpstan-type LeftOut array{index: int, id?: string, reason: string}
 * @phpstan-type SearchResponse array{decisionId: string, sessionId: string, results: list<array{id: string, rank: int, score: int|float, scoreBreakdown?: list<Factor>, why?: string, available?: false, matches?: list<Match>}>, query?: QueryReading, explanation: Explanation, left_out?: list<LeftOut>, tracked?: Tracked, warnings?: list<Warning>}
 * @phpstan-type RerankRequest array{sessionId: string, results: list<string|array{id: string, score?: int|float, attributes?: array<string, string|int|float|bool|null|list<string|int|float|bool>>}>, query?: string, limit?: int, explain?: bool, highlight?: bool, strength?: int|float, signals?: list<Signal>, batchId?: string}
 * @phpstan-type RerankResponse array{decisionId: string, sessionId: string, results: list<array{id: string, rank: int, previousRank: int, score: int|float, scoreBreakdown?: list<Factor>, why?: string, available?: false, matches?: list<Match>}>, query?: QueryReading, explanation: Explanation, left_out?: list<LeftOut>, tracked?: Tracked, warnings?: list<Warning>}
 * @phpstan-type SuggestRequest array{sessionId: string, query?: string, limit?: int}
 * @phpstan-type SuggestResponse array{sessionId: string, suggestions: list<array{query: string, score: int|float, scoreBreakdown: list<Factor>, type?: 'product'|'category'|'brand'|'phrase'|'query', productId?: string}>, warnings?: list<Warning>}
 * @phpstan-type CatalogAuditRequest array{csv: string, id?: string, ignore?: list<string>, source?: 'merchant'|'extracted'|'enriched'|'inferred', amortisationHorizon?: int|float, applicable?: list<string>, applies?: list<array{attribute: string, values: list<string>}>, kinds?: list<array{attribute: string, kind: 'category'|'number'|'date'|'boolean'|'list'|'text'|'identifier'}>, emptyMeansNo?: list<string>, emptyMeansUnknown?: list<string>, organizationId?: string, category?: string}
 * @phpstan-type Remaining array{of: int|float, now: int|float, complete: int|float, best: int|float, reach: array{now: int|float, complete: int|float}, asked?: array{now: list<string>, complete: list<string>}}
 * @phpstan-type Distribution array{values?: list<array{value: string, products: int}>, bins?: list<array{from: int|float, to: int|float, products: int}>, range?: array{min: int|float, median: int|float, max: int|float}, unit?: string, others?: array{values: int, products: int}}
 * @phpstan-type AuditedAttribute array{attribute: string, kind: string, priority: int|float|null, threeQuestionGain?: int|float, bits: array{now: int|float, complete: int|float, recoverable: int|float}, narrowing: array{now: int|float, complete: int|float}, recorded: int, missing: int, placeholders: int, distinct: int, appliesTo?: array{attribute: string, values: list<string>}, notApplicable?: int, bestSubstitute?: array{attribute: string, overlap: int|float}, derivable?: array{products: int, from: string, precision?: int|float}, repeatedBy?: list<array{attribute: string, filled: int}>, spellings?: list<array{values: list<array{value: string, products: int}>, proposed: string, bits: int|float}>, affectedProducts: list<string>, examples?: list<array{id: string, title?: string}>, distribution?: Distribution, abstained?: array{code: string, message: string}, emptyMayMeanNo?: array{says: string, bits: int|float, threeQuestionGain: int|float}, breakEvenSessions?: int|float, action?: 'record'|'derive'|'ask'|'leave'}
 * @phpstan-type Finding array{rule: string, severity: 'error'|'warning'|'notice', column?: string, says: string, fix: string, products: int, examples: list<array{id: string, title?: string, value?: string}>, pages: list<array{marketplace: string, address: string}>}
 * @phpstan-type KnownShelves array{unknown: int, values: list<array{shelf: string, within?: string, name: string, products: int, toldBy: string, lacks: list<array{attribute: string, name: string, degree: string, values: string, usualBits: int|float, saidIn?: string}>, expected?: array{asked: list<string>, left: int|float, low: int|float, high: int|float}, marketplaces: list<array{marketplace: string, required: list<string>, recommended: list<string>}>}>}
 * @phpstan-type Storage array{stored: bool, id?: string, message?: string}
 * @phpstan-type CatalogAuditResponse array{grade: 'A'|'B'|'C'|'D'|'E'|null, gradeReason?: array{code: string, message: string}, action?: 'record'|'derive'|'ask'|'leave', answerability: int|float|null, remaining?: Remaining, emptyMeansNo?: list<string>, ifEmptyMeansNo?: array{attributes: list<string>, grade: 'A'|'B'|'C'|'D'|'E'|null, remaining: Remaining}, allRecorded?: bool, products: int, shelfBits: int|float, attributes: list<AuditedAttribute>, shelves?: array{by: string, values: list<array{value: string, products: int, grade: 'A'|'B'|'C'|'D'|'E'|null, first: list<string>, remaining?: Remaining}>}, notQuestions: list<array{attribute: string, reason: string, of?: string}>, lacking?: list<array{attribute: string, from: string, products: int, of: int, values: list<array{value: string, products: int}>, distinct: int, examples: list<array{product: string, text: string}>, bits: int|float}>, findings?: list<Finding>, knownShelves?: KnownShelves, source: 'merchant'|'extracted'|'enriched'|'inferred', trust: int|float, method: array<string, mixed>, category?: string, storage: Storage, warnings?: list<Warning>}
 * @phpstan-type RepairClaim array{attribute: string, method?: string, estimatedHours?: int|float, actualHours?: int|float}
 * @phpstan-type CatalogVerifyRequest array{before: string, after: string, repairs?: list<RepairClaim>, id?: string, ignore?: list<string>, source?: 'merchant'|'extracted'|'enriched'|'inferred', kinds?: list<array{attribute: string, kind: 'category'|'number'|'date'|'boolean'|'list'|'text'|'identifier'}>, emptyMeansNo?: list<string>, organizationId?: string, category?: string}
 * @phpstan-type GradedClaim array{attribute: string, method?: string, verdict: 'not_found'|'unchanged'|'regressed'|'empty'|'doubtful'|'unproven'|'partial'|'verified', bitsGained: int|float, cellsFilled: int, estimatedHours?: int|float, actualHours?: int|float, bitsPerHour?: int|float, believed?: array{share: int|float, low: int|float, high: int|float}, reasons: list<array{code: string, message: string, details?: string}>}
 * @phpstan-type CatalogVerifyResponse array{mode: 'verification'|'monitor', products: array{before: int, after: int, common: int, added: list<string>, removed: list<string>}, answerability: array{before: int|float|null, after: int|float|null, moved: int|float}, attributes: list<array{attribute: string, header?: string, status: 'improved'|'unproven'|'worsened'|'unchanged'|'added'|'removed', bits: array{before: int|float, after: int|float, moved: int|float, believed?: int|float, toldBy?: string}, recorded: array{before: int, after: int}, cells: array{filled: int, cleared: int, changed: int, placeholders: int}, examples?: list<array{id: string, title?: string, before?: string, after?: string}>}>, claims?: list<GradedClaim>, unclaimed?: list<string>, source: 'merchant'|'extracted'|'enriched'|'inferred', trust: int|float, category?: string, storage: Storage, warnings?: list<Warning>}
 * @phpstan-type EventRequest array{sessionId: string, name?: string, data?: array<string, mixed>, decisionId?: string, at?: string|int|float, age?: int|float, eventId?: string, events?: list<array{name: string, data?: array<string, mixed>, decisionId?: string, at?: string|int|float, age?: int|float, eventId?: string}>}
 * @phpstan-type EventResponse array{recorded: true, duplicate: bool, eventId: string, events?: list<array{duplicate: bool, eventId: string}>, warnings?: list<Warning>}
 * @phpstan-type ExposureRequest array{sessionId: string, decisionId: string, items: list<string|array{id: string, position?: int}>}
 * @phpstan-type ExposureResponse array{recorded: int, duplicates: int, decisionId: string, warnings?: list<Warning>}
 */
abstract class Operations
{
    /**
     * Send shopper signals. Adds signals to a session and answers the personas inferred so far. An empty or absent
     * list still opens the session. Device, referrer and time of day are taken from the request where no signal
     * states them.
     *
     * @param TrackRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return TrackResponse
     * @throws DecidableException
     */
    public function track(array $request, array $options = []): array
    {
        return $this->call('track', ['path' => '/track', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'name' => 'batchId', 'objects' => ['signals.*']], $request, $options);
    }

    /**
     * Send a behaviour of the caller's own naming. Adds a behaviour to a session, under a slug that the caller
     * chooses.
     *
     * @param TrackBehaviorRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return TrackBehaviorResponse
     * @throws DecidableException
     */
    public function trackBehavior(array $request, array $options = []): array
    {
        return $this->call('trackBehavior', ['path' => '/track/behavior', 'applied' => 'twice', 'isGrading' => false, 'fillsOrganization' => true, 'objects' => ['metadata']], $request, $options);
    }

    /**
     * Send what a shopper searched for. Takes a raw query; the service extracts the keywords and what they match in
     * the catalogue.
     *
     * @param TrackKeywordsRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return TrackKeywordsResponse
     * @throws DecidableException
     */
    public function trackKeywords(array $request, array $options = []): array
    {
        return $this->call('trackKeywords', ['path' => '/track/keywords', 'applied' => 'twice', 'isGrading' => false, 'fillsOrganization' => true, 'objects' => []], $request, $options);
    }

    /**
     * Read a session. Answers whether the session exists and the personas accumulated against it. Reading never opens
     * a session.
     *
     * @param SessionRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return SessionResponse
     * @throws DecidableException
     */
    public function session(array $request, array $options = []): array
    {
        return $this->call('session', ['path' => '/session', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => false, 'objects' => []], $request, $options);
    }

    /**
     * Rank the catalogue for a session. Ranks the catalogue that the service already holds against the session.
     *
     * @param CatalogRankedRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return CatalogRankedResponse
     * @throws DecidableException
     */
    public function catalogRanked(array $request, array $options = []): array
    {
        return $this->call('catalogRanked', ['path' => '/catalog/ranked', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'name' => 'batchId', 'names' => 'signals', 'objects' => ['filters', 'signals.*']], $request, $options);
    }

    /**
     * Rank products that the caller sends. Ranks a list of products against the session. Without signals the caller's
     * order is kept. An entry without a usable id, or with an id that came before, is left out and named in
     * `left_out`.
     *
     * @param SearchRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return SearchResponse
     * @throws DecidableException
     */
    public function search(array $request, array $options = []): array
    {
        return $this->call('search', ['path' => '/search', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'name' => 'batchId', 'names' => 'signals', 'objects' => ['products.*', 'signals.*']], $request, $options);
    }

    /**
     * Reorder the results of the caller's own search engine. Blends the relevance of the given order (or of the given
     * scores) with the session. Nothing else that was sent is dropped. An entry without a usable id, or with an id
     * that came before, is left out and named in `left_out`.
     *
     * @param RerankRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return RerankResponse
     * @throws DecidableException
     */
    public function rerank(array $request, array $options = []): array
    {
        return $this->call('rerank', ['path' => '/rerank', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'name' => 'batchId', 'names' => 'signals', 'objects' => ['results.*', 'results.*.attributes', 'signals.*']], $request, $options);
    }

    /**
     * Suggest queries. Completes what is typed to categories, brands, products, phrases of both, and queries of
     * others, scored against the session. Each finds something when it is searched for. Not metered.
     *
     * @param SuggestRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return SuggestResponse
     * @throws DecidableException
     */
    public function suggest(array $request, array $options = []): array
    {
        return $this->call('suggest', ['path' => '/suggest', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'objects' => []], $request, $options);
    }

    /**
     * Decision Audit: grade an export. Grades a catalogue export for whether it can answer what shoppers ask, and
     * ranks the attributes worth recording by bits of decision information. Stores nothing unless organizationId is
     * sent.
     *
     * @param CatalogAuditRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return CatalogAuditResponse
     * @throws DecidableException
     */
    public function catalogAudit(array $request, array $options = []): array
    {
        return $this->call('catalogAudit', ['path' => '/catalog/audit', 'applied' => 'unless kept', 'isGrading' => true, 'fillsOrganization' => false, 'objects' => ['applies.*', 'kinds.*']], $request, $options);
    }

    /**
     * Decision Verification and Decision Monitor: compare two exports. Compares an export from before a repair with
     * one from after it, attribute by attribute. With repairs each claim is graded against the difference
     * (verification); without, nothing is claimed (monitor). The result is kept when organizationId is sent.
     *
     * @param CatalogVerifyRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return CatalogVerifyResponse
     * @throws DecidableException
     */
    public function catalogVerify(array $request, array $options = []): array
    {
        return $this->call('catalogVerify', ['path' => '/catalog/verify', 'applied' => 'unless kept', 'isGrading' => true, 'fillsOrganization' => false, 'objects' => ['repairs.*', 'kinds.*']], $request, $options);
    }

    /**
     * Record a named outcome, or several. Records an outcome that is not a signal, such as a checkout, or a list of
     * them, all or none. With an eventId an event counts once however often its session sends it. Purchases are kept
     * as claims until orders that the shop uploads confirm them. Not metered.
     *
     * @param EventRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return EventResponse
     * @throws DecidableException
     */
    public function event(array $request, array $options = []): array
    {
        return $this->call('event', ['path' => '/event', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'name' => 'eventId', 'objects' => ['data', 'events.*', 'events.*.data']], $request, $options);
    }

    /**
     * Record what was shown. Records what was actually rendered for a ranking decision: what the shopper could see,
     * not what was requested. An item counts once a session and decision, however often it is sent. Not metered.
     *
     * @param ExposureRequest $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options seconds for the
     * whole call, how often it is sent again at most, and headers of the shopper such as user-agent and referer
     * @return ExposureResponse
     * @throws DecidableException
     */
    public function exposure(array $request, array $options = []): array
    {
        return $this->call('exposure', ['path' => '/exposure', 'applied' => 'same', 'isGrading' => false, 'fillsOrganization' => true, 'objects' => ['items.*']], $request, $options);
    }

    /**
     * @param array{path: string, applied: string, isGrading: bool, fillsOrganization: bool, objects: list<string>,
     * name?: string, names?: string} $facts what a call needs to know of its endpoint
     * @param array<string, mixed> $request
     * @param array{timeout?: float, retries?: int, headers?: array<string, string|null>} $options
     * @return array<string, mixed>
     */
    abstract protected function call(string $operation, array $facts, array $request, array $options): array;
}
