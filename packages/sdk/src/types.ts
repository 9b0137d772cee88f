import type {
  CatalogRankedResponse,
  EventResponse,
  Facet,
  SearchResponse,
  SessionResponse,
  Signal,
  TrackResponse,
} from '@decidable/contract';

export type { Facet, Signal };

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
  /** Told of what the SDK swallows: for a shop's own log. `message` names a signal that was left out, and its field. */
  readonly onError?: (problem: {
    readonly path: string;
    readonly reason: FallbackReason;
    readonly message?: string;
  }) => void;
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

/** What an attribute may be: a name as people write it, a number, yes or no, or a range with both ends included. */
export type FilterValue = string | number | boolean | { readonly min?: number; readonly max?: number };

/** One value, or any of several. */
export type Filter = FilterValue | readonly FilterValue[];

export interface RankedOptions<P = never> {
  /** 1 to 500. Default: 20. */
  readonly limit?: number;
  /** Rank only the products of this category. */
  readonly category?: string;
  /** What the shopper searched for, at most 512 characters. */
  readonly query?: string;
  /** Rank only the products that meet all of these: a value, any of several, or a range of numbers by attribute. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** How many of the first products to skip, 0 to 10,000. Default: 0. */
  readonly offset?: number;
  /** How far the list is varied, 0 to 1. */
  readonly diversity?: number;
  /** `exclude` leaves out what the session has viewed. Default: `keep`. */
  readonly seen?: 'keep' | 'exclude';
  /** `false` leaves out `scoreBreakdown` and `why`. Default: true. */
  readonly explain?: boolean;
  /** The attributes that items have; `[]` for none. Default: all. */
  readonly fields?: readonly string[];
  /** How many attributes to count for a sidebar, 0 to 30. Default: 0. */
  readonly facets?: number;
  /** The page's own products in its own order: the `items` of a fallback, cut to `limit`. */
  readonly fallbackItems?: readonly P[];
}

export interface SearchOptions {
  /** 1 to 1,000. Default: all that was sent. */
  readonly limit?: number;
  /** What the shopper searched for, at most 512 characters. */
  readonly query?: string;
  /** `false` leaves out `scoreBreakdown` and `why`. Default: true. */
  readonly explain?: boolean;
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
  /**
   * Sends signals, in their order. Delivered later when the service cannot be reached now. A signal that the service
   * would refuse is left out and told in the console; the others are sent.
   */
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
