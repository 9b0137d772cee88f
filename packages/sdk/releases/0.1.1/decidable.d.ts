export interface Signal {
  /** For example category_view, price_filter, product_view, search. */
  readonly type: string;
  /** For category_view a category handle, for price_filter two integers joined by a hyphen, for attribute_filter name=value, for dwell <productId>:<seconds>. */
  readonly value?: string;
  /** The signal's own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now; further ahead or over 24 hours old is refused. */
  readonly at?: string | number;
}
export interface Persona {
  readonly id: string;
  readonly label: string;
  readonly kind: "behaviour" | "interest";
  readonly score: number;
  readonly evidence: ReadonlyArray<{
    readonly signal: string;
    readonly weight: number;
  }>;
  readonly updatedAt: string;
}
export interface Factor {
  /** The kind of evidence: category, brand, price, co-visited, … */
  readonly factor: string;
  /** What in the session or the catalogue matched. */
  readonly signal: string;
  readonly weight: number;
  readonly value: number;
  /** weight × value. */
  readonly contribution: number;
}
export interface Explanation {
  readonly personalised: boolean;
  /** Why the order is not personal; left out where the request asks for that itself (`/rerank` with `strength` 0). */
  readonly reason?: "session_not_found" | "no_signals" | "no_matching_attributes" | "all_tied" | "catalogue_empty";
}
export interface Context {
  /** mobile, tablet, desktop, bot or other. */
  readonly device: string;
  /** direct, internal, search, social, email, paid or other:<host>. */
  readonly referrer: string;
  /** night, morning, afternoon or evening. */
  readonly timeOfDay: string;
}
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The request field that is meant. */
  readonly field?: string;
}
export interface TrackResponse {
  readonly sessionId: string;
  readonly found: true;
  /** The personas inferred so far, best first. Their scores decay over time. */
  readonly personas: ReadonlyArray<Persona>;
  readonly signals: {
    readonly accepted: number;
    /** Types that are not known. They are kept with the session and carry no weight. */
    readonly unrecognised: ReadonlyArray<string>;
  };
  /** What the request itself contributes. */
  readonly context: Context;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}
export interface SessionResponse {
  /** false for a session id that has never been written. */
  readonly found: boolean;
  readonly sessionId: string;
  /** The personas inferred so far, best first. Their scores decay over time. */
  readonly personas: ReadonlyArray<Persona>;
  /** What the request itself contributes. */
  readonly context?: Context;
  readonly openedAt?: string;
  readonly lastSeenAt?: string;
  readonly signalCount?: number;
  readonly interests?: ReadonlyArray<{
    readonly interest: string;
    readonly score: number;
  }>;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}
export interface EventResponse {
  readonly recorded: true;
  /** Whether the event was known already. */
  readonly duplicate: boolean;
  /** As sent, or chosen by the service. */
  readonly eventId: string;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}
export interface CatalogRankedResponse {
  /** Names this ranking. Send it with /exposure and /event. */
  readonly decisionId: string;
  readonly sessionId: string;
  readonly items: ReadonlyArray<{
    readonly id: string;
    /** The place, counted from 1. */
    readonly rank: number;
    readonly score: number;
    /** One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9). */
    readonly scoreBreakdown: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come last. */
    readonly available?: false;
    readonly attributes: Readonly<Record<string, unknown>>;
  }>;
  /** How many products were ranked. */
  readonly total: number;
  readonly catalogueVersion: string | null;
  readonly explanation: Explanation;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}
export interface SearchResponse {
  /** Names this ranking. Send it with /exposure and /event. */
  readonly decisionId: string;
  readonly sessionId: string;
  readonly results: ReadonlyArray<{
    readonly id: string;
    /** The place, counted from 1. */
    readonly rank: number;
    readonly score: number;
    /** One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9). */
    readonly scoreBreakdown: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come last. */
    readonly available?: false;
  }>;
  readonly explanation: Explanation;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}


/**
 * Why an answer comes from the page and not from the service:
 * `not_initialised` (`init` was not called, failed, or ran outside a browser), `consent` (not granted),
 * `timeout`, `offline`, `network` (unreachable or blocked), `rate_limited`, `unauthorized` (the key is wrong, revoked,
 * expired or not for this organization or origin), `refused` (the request is invalid), `unavailable` (a fault of the
 * service), `unreadable` (the answer is not the service's).
 */
export type FallbackReason =
  | 'not_initialised'
  | 'consent'
  | 'timeout'
  | 'offline'
  | 'network'
  | 'rate_limited'
  | 'unauthorized'
  | 'refused'
  | 'unavailable'
  | 'unreadable';

/** `granted` stores and sends; `pending` waits, holding what is to be sent in memory; `denied` does neither. */
export type Consent = 'granted' | 'denied' | 'pending';

export interface Config {
  /** A publishable key, `pk_live_…`. */
  readonly apiKey: string;
  readonly organizationId: string;
  /** Whether `init` sends device, referrer and time of day, once for every session. Default: true. */
  readonly autoTrack?: boolean;
  /** The API base, with `/api/v1`. Default: that of the origin which served the script. */
  readonly endpoint?: string;
  /** Default: `granted`. */
  readonly consent?: Consent;
  /** How long an answer may take before the page goes on without it, in ms. Default: 800. */
  readonly timeout?: number;
  /** Told of what the SDK swallows: for a shop's own log. */
  readonly onError?: (problem: { readonly path: string; readonly reason: FallbackReason }) => void;
}

/** What a call resolves to when the service did not answer in time, or at all. */
export interface Fallback {
  readonly fallback: true;
  readonly reason: FallbackReason;
}

/** An answer of the service, or the given stand-in. No call of this SDK ever rejects. */
export type Answer<Response, StandIn> = (Response & { readonly fallback: false }) | (StandIn & Fallback);

export type Product = { readonly id: string };
export type TrackAnswer = Answer<TrackResponse, { readonly personas: [] }>;
export type EventAnswer = Answer<EventResponse, { readonly recorded: false }>;
export type SessionAnswer = Answer<
  SessionResponse,
  { readonly found: false; readonly sessionId: string | null; readonly personas: [] }
>;
export type RankedAnswer<P = never> = Answer<CatalogRankedResponse, { readonly items: readonly P[] }>;
export type SearchAnswer<P> = Answer<SearchResponse, { readonly results: readonly P[] }>;

export interface RankedOptions<P = never> {
  /** 1 to 500. Default: 20. */
  readonly limit?: number;
  /** Rank only the products of this category. */
  readonly category?: string;
  /** The page's own products in its own order: the `items` of a fallback, cut to `limit`. */
  readonly fallbackItems?: readonly P[];
}

export interface SearchOptions {
  /** 1 to 1,000. Default: all that was sent. */
  readonly limit?: number;
  /** What the shopper searched for, at most 512 characters. */
  readonly query?: string;
}

export interface EventOptions {
  /** The ranking that the outcome belongs to. */
  readonly decisionId?: string;
  /** Names the event, so that it counts once however often it is sent. Default: random. */
  readonly eventId?: string;
}

/** What was seen: the id of an item, or the id with its position in the list, from 1. */
export type ExposureItem = string | { readonly id: string; readonly position?: number };

/** The SDK, as the global `Decidable` of the script build and as the exports of the module. */
export interface Client {
  /**
   * Begins: call it once a page, as early as you like; calling it again changes the configuration.
   * Resolves when the automatic signals have gone out or were given up on. Outside a browser it does nothing.
   */
  init(config: Config): Promise<void>;
  /** Sends signals, in their order. Delivered later when the service cannot be reached now. */
  track(signals: readonly Signal[]): Promise<TrackAnswer>;
  /** Records an outcome that is not a signal, such as a checkout. */
  event(name: string, data?: Record<string, unknown>, options?: EventOptions): Promise<EventAnswer>;
  /**
   * Records what the shopper could see of a ranking. Each item counts once a decision. Collected, and sent after
   * 3 seconds, at 50 items, and when the page is hidden or left.
   */
  exposure(decisionId: string, items: readonly ExposureItem[]): void;
  /** Sends the collected exposures now. */
  flushExposures(): Promise<void>;
  /**
   * Records an exposure when at least half of the element (or half a screen of it) has been in view for 300 ms.
   * Returns a function that stops watching.
   */
  observe(element: Element, decisionId: string, item: ExposureItem): () => void;
  getSession(): Promise<SessionAnswer>;
  /** `null` before `init`, without consent, and outside a browser. */
  getSessionId(): string | null;
  rankedCatalog<P = never>(options?: RankedOptions<P>): Promise<RankedAnswer<P>>;
  /** Ranks the given products; `results` are the products as given when the service does not answer. */
  search<P extends Product>(products: readonly P[], options?: SearchOptions): Promise<SearchAnswer<P>>;
  /** Sends device, referrer and time of day again. */
  captureAutoSignals(): Promise<TrackAnswer>;
  /** `denied` also removes what was stored and whatever waits to be sent. */
  setConsent(consent: Consent): void;
}

/** In a page with the script build, the same functions are those of the global `Decidable`. */
export as namespace Decidable;
export declare const captureAutoSignals: Client['captureAutoSignals'];
export declare const event: Client['event'];
export declare const exposure: Client['exposure'];
export declare const flushExposures: Client['flushExposures'];
export declare const getSession: Client['getSession'];
export declare const getSessionId: Client['getSessionId'];
export declare const init: Client['init'];
export declare const observe: Client['observe'];
export declare const rankedCatalog: Client['rankedCatalog'];
export declare const search: Client['search'];
export declare const setConsent: Client['setConsent'];
export declare const track: Client['track'];
