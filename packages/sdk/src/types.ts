import type {
  CatalogRankedResponse,
  EventResponse,
  Facet,
  RerankResponse,
  SearchResponse,
  SessionResponse,
  SuggestResponse,
  TrackResponse,
} from '@decidable/contract';

export type { Facet };

/** An id as shops have them: a whole number counts as its text. */
export type Id = string | number;

/** From when to when a price is meant; one end may be left open. */
export interface PriceRange {
  readonly min?: number;
  readonly max?: number;
}

/** What each type of signal has as its value. */
export interface SignalValues {
  /** The handle or the name of a category. */
  readonly category_view: string;
  readonly product_view: Id;
  readonly brand_view: string;
  /** What the shopper typed. */
  readonly search: string;
  /** `priceFilter({ min, max })` writes it. */
  readonly price_filter: `${number}-${number}` | `${number}-` | `-${number}`;
  /** `attributeFilter('colour', 'red')` writes it. */
  readonly attribute_filter: `${string}=${string}`;
  /** The order of a list, such as `price_asc`. */
  readonly sort: string;
  readonly compare: Id;
  readonly wishlist_add: Id;
  readonly cart_add: Id;
  readonly cart_remove: Id;
  readonly purchase: Id;
  /** Product and seconds; `dwell('sku-1', 12)` writes it. */
  readonly dwell: `${string}:${number}`;
  readonly dismiss: Id;
  readonly device: 'mobile' | 'tablet' | 'desktop' | 'bot' | 'other';
  readonly referrer: 'direct' | 'internal' | 'search' | 'social' | 'email' | 'paid' | `other:${string}`;
  /** The shopper's own time with its offset: `21:45+02:00`. */
  readonly time_of_day: `${number}:${number}${string}`;
}

/** Something that a shopper did. One of the shop's own types is made by `otherSignal`. */
export type Signal = {
  [Type in keyof SignalValues]: {
    readonly type: Type;
    readonly value: SignalValues[Type];
    /** When it happened, by the clock of the device: ISO 8601 with an offset, or ms since the epoch. Default: now. */
    readonly at?: string | number;
  };
}[keyof SignalValues];

/**
 * Why an answer comes from the page and not from the service:
 * `not_initialised` (`init` was not called, failed, or ran outside a browser), `consent` (not granted; for signals and
 * events also a page that is prerendered), `timeout`, `offline`, `network` (unreachable or blocked), `rate_limited`, `unauthorized` (the key is wrong, revoked,
 * expired or not for this organization, origin or call), `refused` (the request is invalid), `unavailable` (a fault of
 * the service), `unreadable` (the answer is not the service's).
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

/**
 * `granted` stores and sends; `pending` waits, holding what is to be sent in memory; `denied` does neither, and is
 * remembered.
 */
export type Consent = 'granted' | 'denied' | 'pending';

export interface Config {
  /** A publishable key, `pk_live_…`. */
  readonly apiKey: string;
  readonly organizationId: string;
  /** Whether `init` sends what the page knows of the visit, such as its referrer, once for every session. Default: true. */
  readonly autoTrack?: boolean;
  /** The API base, with `/api/v1`. Default: that of the origin which served the script. */
  readonly endpoint?: string;
  /** Default: `granted`, or `denied` where that was said before and not taken back. */
  readonly consent?: Consent;
  /** How long an answer may take before the page goes on without it, in ms: above 0, below 100,000. Default: 800. */
  readonly timeout?: number;
  /** Prints every call with its answer to the console, and refusals in the words of the service. Default: false. */
  readonly debug?: boolean;
  /**
   * Tracks what the markup says: `data-decidable-view="product_view:sku-1"` where such an element is in the page,
   * `data-decidable-click="cart_add:sku-1"` where one is clicked. Default: false.
   */
  readonly markup?: boolean;
  /**
   * Tracks the e-commerce events of Google Analytics 4 that the page pushes to its data layer, by a tag manager's
   * `dataLayer.push` or by `gtag`: `true`, or the name of its global. Default: false.
   */
  readonly dataLayer?: boolean | string;
  /** Tracks which product or category the page describes in JSON-LD of schema.org. Default: false. */
  readonly jsonLd?: boolean;
  /**
   * The id of the session, where the shop's server has ranked for it, or has a pseudonym of a shopper who is signed in. It is
   * taken over once, and kept; `init` may be called again with another one. 1 to 128 letters, digits, `-`, `_` and `.` that nobody
   * can guess. Default: the id that the browser keeps, or a random one.
   */
  readonly sessionId?: string;
  /**
   * Keeps the id of the session in a cookie as well, `decidable_session`, of this domain and its subdomains, which the shop's
   * server may read and set: `shop.example`. For pages by HTTPS. Default: no cookie.
   */
  readonly cookieDomain?: string;
  /**
   * Told of what the SDK swallows: for a shop's own log. `message` says what is wrong: in the words of the service, in
   * those of the SDK where it left something out, or those of a JavaScript error. `path` is empty where no call failed.
   */
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
  /** Nothing was decided: there is nothing to show or to buy of it. */
  readonly decisionId?: undefined;
}

/** An answer of the service, or the given stand-in. No call of this SDK ever rejects. */
export type Answer<Response, StandIn> = (Response & { readonly fallback: false }) | (StandIn & Fallback);

export type Product = { readonly id: Id };
export type TrackAnswer = Answer<TrackResponse, { readonly personas: [] }>;
export type EventAnswer = Answer<EventResponse, { readonly recorded: false }>;
export type SessionAnswer = Answer<
  SessionResponse,
  { readonly found: false; readonly sessionId: string | null; readonly personas: [] }
>;
export type RankedAnswer<P = never> = Answer<CatalogRankedResponse, { readonly items: readonly P[] }>;
/** An answer of the service, whose results also have what the page gave of each product. */
export type WithOwn<Response extends { readonly results: readonly object[] }, P> = Omit<
  Response,
  'results'
> & {
  readonly results: readonly (P & Omit<Response['results'][number], 'id'>)[];
};
/** What only the service says of a product, absent where the page's own order comes back. */
export type Unsaid<Response extends { readonly results: readonly object[] }, P> = {
  readonly results: readonly (P & {
    readonly [Field in Exclude<keyof Response['results'][number], keyof P>]?: undefined;
  })[];
};
export type SearchAnswer<P> = Answer<WithOwn<SearchResponse, P>, Unsaid<SearchResponse, P>>;
export type RerankAnswer<P> = Answer<WithOwn<RerankResponse, P>, Unsaid<RerankResponse, P>>;
export type SuggestAnswer = Answer<SuggestResponse, { readonly suggestions: readonly [] }>;

/** What an attribute may be: a name as people write it, a number, yes or no, or a range with both ends included. */
export type FilterValue = string | number | boolean | { readonly min?: number; readonly max?: number };

/** What an attribute must not be, none of several values, and whether it has to be recorded. */
export interface FilterTest {
  readonly not?: FilterValue | readonly FilterValue[];
  readonly exists?: boolean;
}

/** One value, any of several, or what a test says. */
export type Filter = FilterValue | readonly FilterValue[] | FilterTest;

export interface RankedOptions<P = never> {
  /** 1 to 500. Default: 20. */
  readonly limit?: number;
  /** Rank only the products of this category. */
  readonly category?: string;
  /** What the shopper searched for, at most 512 characters. */
  readonly query?: string;
  /** Rank only the products that meet all of these: a value, any of several, a range of numbers, or a test by attribute. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** How many of the first products to skip, 0 to 10,000. Default: 0. */
  readonly offset?: number;
  /** How far the list is varied, 0 to 1. */
  readonly diversity?: number;
  /** `exclude` leaves out what has not all of the search. Default: `keep`. */
  readonly unmatched?: 'keep' | 'exclude';
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

export interface RerankOptions extends SearchOptions {
  /** How far the session may change the order, from 0. */
  readonly strength?: number;
}

export interface SuggestOptions {
  /** How many. */
  readonly limit?: number;
}

export interface EventOptions {
  /** The ranking that the outcome belongs to. */
  readonly decisionId?: string;
  /** Names the event, so that it counts once however often it is sent. Default: random. */
  readonly eventId?: string;
}

/** What was seen: the id of an item, or the id with its position in the list, from 1. */
export type ExposureItem = Id | { readonly id: Id; readonly position?: number };

/** The SDK, as the global `Decidable` of the script build and as the exports of the module. */
export interface Client {
  /**
   * Begins: call it once a page, as early as you like; calling it again changes the configuration. Outside a browser it
   * does nothing. It waits for nothing: the automatic signals go out with what the page asks next.
   */
  init(config: Config): Promise<void>;
  /**
   * Sends signals, in their order, those of one moment in one request. A list that is asked for next brings them, and is
   * ranked with them: no need to wait for the answer. Delivered later when the service cannot be reached now. A signal that
   * the service refuses is left out, and told in the console in its words; the others are sent.
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
  /** Reorders the results of the page's own search engine, given best first; the same, as given, without an answer. */
  rerank<P extends Product>(results: readonly P[], options?: RerankOptions): Promise<RerankAnswer<P>>;
  /** Completes what is typed. No suggestions without an answer. */
  suggest(query: string, options?: SuggestOptions): Promise<SuggestAnswer>;
  /** Sends again what the page knows of the visit: its referrer, and the visitor's time of day. */
  captureAutoSignals(): Promise<TrackAnswer>;
  /** `denied` also removes what was stored and whatever waits to be sent. */
  setConsent(consent: Consent): void;
  /** Begins a new session, as for the next shopper at a shared device. What was collected is sent for the old one. */
  reset(): void;
  /** A signal of a price range: `priceFilter({ max: 60 })`. */
  priceFilter(range: PriceRange): Signal;
  /** A signal of a filter: `attributeFilter('colour', 'red')`. */
  attributeFilter(attribute: string, value: string | number | boolean): Signal;
  /** A signal of how long a product was looked at, in seconds. */
  dwell(productId: Id, seconds: number): Signal;
  /** A signal of the shop's own: kept, without weight, and named in the answer. */
  otherSignal(type: string, value?: string): Signal;
}

/** A call that waits for the script: a method with its arguments, or a function that gets the client. */
export type QueuedCall =
  | ((client: ScriptClient) => unknown)
  | { [Method in keyof Client]: readonly [Method, ...Parameters<Client[Method]>] }[keyof Client];

/** The global `Decidable` of the script build. */
export interface ScriptClient extends Client {
  /** Runs calls now. Before the script is loaded, an array in its place keeps them in their order. */
  push(...calls: readonly QueuedCall[]): void;
}
