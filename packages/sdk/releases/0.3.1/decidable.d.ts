export interface Persona {
  readonly id: string;
  readonly label: string;
  readonly kind: "behaviour" | "interest";
  readonly score: number;
  readonly evidence: ReadonlyArray<{
    readonly signal: string;
    /** The same in words. */
    readonly text?: string;
    readonly weight: number;
  }>;
  readonly updatedAt: string;
}
export interface Factor {
  /** The kind of evidence: category, brand, price, meaning, co-visited, …; dismissed and constraint speak against some products, and so for others; match, availability, aside, order and variety put the product into a tier. */
  readonly factor: string;
  /** What in the session or the catalogue matched. */
  readonly signal: string;
  /** Where `signal` is a search: what of it the product has, such as `colour=red` or `price_filter:-80`; for words, as they were typed, where the catalogue writes them in another way. */
  readonly matched?: string;
  readonly weight: number;
  readonly value: number;
  /** weight × value; negative where it speaks against the product. */
  readonly contribution: number;
  /** Only of factors that put the product into a tier, which contribute nothing: how far back. The tiers of a product add up, and a list is in the order of the sums, lowest first, then of the scores. `match` says how far it meets the search (`matched`: all, most, some, none), `availability` that it is sold out, `aside` that it was dismissed, bought, taken out of the cart or lies in it, or is of such a kind, `order` that the shopper sorted the list, or what words of the search ask of it (`matched`: `cheap: price_asc`), `variety` that the list is varied. */
  readonly tier?: number;
}
export interface Facet {
  /** The name by which `filters` take it. */
  readonly attribute: string;
  /** The name as a page may show it. */
  readonly label: string;
  /** How many of the products have a value. */
  readonly products: number;
  /** Values by name, those of most products first. */
  readonly values?: ReadonlyArray<{
    /** As `filters` take it. */
    readonly value: string;
    readonly count: number;
    /** Present where a filter accepts it. */
    readonly selected?: true;
  }>;
  /** The lowest number. */
  readonly min?: number;
  /** The highest number. */
  readonly max?: number;
  /** The unit of the numbers, where one is known. */
  readonly unit?: string;
  /** Ranges of about as many products each, as `filters` take them. */
  readonly buckets?: ReadonlyArray<{
    readonly min: number;
    readonly max: number;
    readonly count: number;
  }>;
  /** How many values are not listed; left out where all are. */
  readonly more?: number;
}
export interface Explanation {
  readonly personalised: boolean;
  /** Why the order is not personal; left out where the request asks for that itself (`/rerank` with `strength` 0). `opening`: the catalogue is still being read, so the list is in the order in which it was sent. */
  readonly reason?: "session_not_found" | "no_signals" | "no_matching_attributes" | "all_tied" | "catalogue_empty" | "opening";
  /** How far the first places are varied; left out where they are not. Each of them has a tier of its own; scores stay as they are. */
  readonly diversity?: number;
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
    /** How many of the signals are of a known type and were added. */
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
  /** Whether the event was known already; of several, whether all were. */
  readonly duplicate: boolean;
  /** As sent, or chosen by the service; of several, that of the first. */
  readonly eventId: string;
  /** What became of each of `events`, in their order; absent without them. */
  readonly events?: ReadonlyArray<{
    /** Whether the event was known already. */
    readonly duplicate: boolean;
    /** As sent, or chosen by the service. */
    readonly eventId: string;
  }>;
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
    /** One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what the list is ordered by first. */
    readonly scoreBreakdown?: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come behind others that meet a search as far. */
    readonly available?: false;
    /** With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none. */
    readonly matches?: ReadonlyArray<{
      readonly attribute: string;
      /** Which item of it is meant, where it is a list. */
      readonly item?: number;
      /** Of the text, in UTF-16 units, as `String.prototype.slice` of JavaScript counts. */
      readonly start: number;
      /** Behind the last unit. */
      readonly end: number;
    }>;
    /** How many more variants of the product, such as other sizes, have no place of their own; left out for none. */
    readonly variants?: number;
    readonly attributes?: Readonly<Record<string, unknown>>;
  }>;
  /** How many places the list has: the products that meet the category and the filters, variants of one counted once, without those that the request leaves out as seen or unmatched. */
  readonly total: number;
  /** With a `query`: how many products that meet the category and the filters meet it: they have its words (as corrections and synonyms, too), the category, sizes, named values and price limit that it says, and nothing that it excludes. They come first. Facets count these, or where there are none those that are `near`. */
  readonly matched?: number;
  /** With a `query`: how many more of them have a part of it. They come next. */
  readonly near?: number;
  /** With a `query`: how it was read, so that a page can say "Showing results for …". */
  readonly query?: {
    /** The `query` as it was sent, without spaces around it. */
    readonly typed: string;
    /** The same with its corrections. */
    readonly read: string;
    /** The words that are read as misspelt; left out for none. */
    readonly corrected?: ReadonlyArray<{
      readonly typed: string;
      /** A word of the catalogue that is searched for in its place. */
      readonly read: string;
    }>;
    /** What words of it ask of the list, beside what products are called. Words are read so only where the catalogue has what answers them and no product is called so. Left out for none. */
    readonly asked?: ReadonlyArray<{
      /** The words, such as "cheap" or "for her". */
      readonly typed: string;
      /** What answers them: `price`, `reduced` (sold below its price), or a column of the catalogue. Left out where texts do. */
      readonly attribute?: string;
      /** Left out for a limit. */
      readonly order?: "ascending" | "descending";
      /** The word of the catalogue that is searched for in their place. */
      readonly read?: string;
    }>;
    /** The price that it says; left out for none. */
    readonly price?: {
      readonly min?: number;
      readonly max?: number;
    };
  };
  /** Present only when the request asks for facets. */
  readonly facets?: ReadonlyArray<Facet>;
  readonly catalogueVersion: string | null;
  readonly explanation: Explanation;
  /** What became of the `signals` of the request, as `/track` answers. Present only with them. */
  readonly tracked?: {
    readonly found: true;
    /** The personas inferred so far, best first. Their scores decay over time. */
    readonly personas: ReadonlyArray<Persona>;
    readonly signals: {
      /** How many of the signals are of a known type and were added. */
      readonly accepted: number;
      /** Types that are not known. They are kept with the session and carry no weight. */
      readonly unrecognised: ReadonlyArray<string>;
    };
    /** What the request itself contributes. */
    readonly context: Context;
  };
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
    /** One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what the list is ordered by first. */
    readonly scoreBreakdown?: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come behind others that meet a search as far. */
    readonly available?: false;
    /** With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none. */
    readonly matches?: ReadonlyArray<{
      readonly attribute: string;
      /** Which item of it is meant, where it is a list. */
      readonly item?: number;
      /** Of the text, in UTF-16 units, as `String.prototype.slice` of JavaScript counts. */
      readonly start: number;
      /** Behind the last unit. */
      readonly end: number;
    }>;
  }>;
  /** With a `query`: how it was read, so that a page can say "Showing results for …". */
  readonly query?: {
    /** The `query` as it was sent, without spaces around it. */
    readonly typed: string;
    /** The same with its corrections. */
    readonly read: string;
    /** The words that are read as misspelt; left out for none. */
    readonly corrected?: ReadonlyArray<{
      readonly typed: string;
      /** A word of the catalogue that is searched for in its place. */
      readonly read: string;
    }>;
    /** What words of it ask of the list, beside what products are called. Words are read so only where the catalogue has what answers them and no product is called so. Left out for none. */
    readonly asked?: ReadonlyArray<{
      /** The words, such as "cheap" or "for her". */
      readonly typed: string;
      /** What answers them: `price`, `reduced` (sold below its price), or a column of the catalogue. Left out where texts do. */
      readonly attribute?: string;
      /** Left out for a limit. */
      readonly order?: "ascending" | "descending";
      /** The word of the catalogue that is searched for in their place. */
      readonly read?: string;
    }>;
    /** The price that it says; left out for none. */
    readonly price?: {
      readonly min?: number;
      readonly max?: number;
    };
  };
  readonly explanation: Explanation;
  /** Entries of the list that are not ranked: without a usable id, or with an id that came before. Present only when there is any. */
  readonly left_out?: ReadonlyArray<{
    /** Its place in the list that was sent. */
    readonly index: number;
    /** Its id as it was sent, where it has one. */
    readonly id?: string;
    /** Why it is not ranked, and what to send. */
    readonly reason: string;
  }>;
  /** What became of the `signals` of the request, as `/track` answers. Present only with them. */
  readonly tracked?: {
    readonly found: true;
    /** The personas inferred so far, best first. Their scores decay over time. */
    readonly personas: ReadonlyArray<Persona>;
    readonly signals: {
      /** How many of the signals are of a known type and were added. */
      readonly accepted: number;
      /** Types that are not known. They are kept with the session and carry no weight. */
      readonly unrecognised: ReadonlyArray<string>;
    };
    /** What the request itself contributes. */
    readonly context: Context;
  };
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}
export interface RerankResponse {
  /** Names this ranking. Send it with /exposure and /event. */
  readonly decisionId: string;
  readonly sessionId: string;
  readonly results: ReadonlyArray<{
    readonly id: string;
    /** The place, counted from 1. */
    readonly rank: number;
    /** The place, counted from 1. */
    readonly previousRank: number;
    readonly score: number;
    /** One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what the list is ordered by first. */
    readonly scoreBreakdown?: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come behind others that meet a search as far. */
    readonly available?: false;
    /** With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none. */
    readonly matches?: ReadonlyArray<{
      readonly attribute: string;
      /** Which item of it is meant, where it is a list. */
      readonly item?: number;
      /** Of the text, in UTF-16 units, as `String.prototype.slice` of JavaScript counts. */
      readonly start: number;
      /** Behind the last unit. */
      readonly end: number;
    }>;
  }>;
  /** With a `query`: how it was read, so that a page can say "Showing results for …". */
  readonly query?: {
    /** The `query` as it was sent, without spaces around it. */
    readonly typed: string;
    /** The same with its corrections. */
    readonly read: string;
    /** The words that are read as misspelt; left out for none. */
    readonly corrected?: ReadonlyArray<{
      readonly typed: string;
      /** A word of the catalogue that is searched for in its place. */
      readonly read: string;
    }>;
    /** What words of it ask of the list, beside what products are called. Words are read so only where the catalogue has what answers them and no product is called so. Left out for none. */
    readonly asked?: ReadonlyArray<{
      /** The words, such as "cheap" or "for her". */
      readonly typed: string;
      /** What answers them: `price`, `reduced` (sold below its price), or a column of the catalogue. Left out where texts do. */
      readonly attribute?: string;
      /** Left out for a limit. */
      readonly order?: "ascending" | "descending";
      /** The word of the catalogue that is searched for in their place. */
      readonly read?: string;
    }>;
    /** The price that it says; left out for none. */
    readonly price?: {
      readonly min?: number;
      readonly max?: number;
    };
  };
  readonly explanation: Explanation;
  /** Entries of the list that are not ranked: without a usable id, or with an id that came before. Present only when there is any. */
  readonly left_out?: ReadonlyArray<{
    /** Its place in the list that was sent. */
    readonly index: number;
    /** Its id as it was sent, where it has one. */
    readonly id?: string;
    /** Why it is not ranked, and what to send. */
    readonly reason: string;
  }>;
  /** What became of the `signals` of the request, as `/track` answers. Present only with them. */
  readonly tracked?: {
    readonly found: true;
    /** The personas inferred so far, best first. Their scores decay over time. */
    readonly personas: ReadonlyArray<Persona>;
    readonly signals: {
      /** How many of the signals are of a known type and were added. */
      readonly accepted: number;
      /** Types that are not known. They are kept with the session and carry no weight. */
      readonly unrecognised: ReadonlyArray<string>;
    };
    /** What the request itself contributes. */
    readonly context: Context;
  };
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}
export interface SuggestResponse {
  readonly sessionId: string;
  readonly suggestions: ReadonlyArray<{
    /** What to search for, as people write it. */
    readonly query: string;
    readonly score: number;
    /** One entry a (factor, signal) pair. The contributions add up to the score (to 1e-9), the tiers to what the list is ordered by first. */
    readonly scoreBreakdown: ReadonlyArray<Factor>;
    /** What it is: the name of a product, a category, a brand, a brand or value with a category (`phrase`), or what others searched for. */
    readonly type?: "product" | "category" | "brand" | "phrase" | "query";
    /** The product, where `type` is `product` and only one has the name. */
    readonly productId?: string;
  }>;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}


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

/** In a page with the script build, the same functions are those of the global `Decidable`. */
export as namespace Decidable;
export declare const attributeFilter: Client['attributeFilter'];
export declare const captureAutoSignals: Client['captureAutoSignals'];
export declare const dwell: Client['dwell'];
export declare const event: Client['event'];
export declare const exposure: Client['exposure'];
export declare const flushExposures: Client['flushExposures'];
export declare const getSession: Client['getSession'];
export declare const getSessionId: Client['getSessionId'];
export declare const init: Client['init'];
export declare const observe: Client['observe'];
export declare const otherSignal: Client['otherSignal'];
export declare const priceFilter: Client['priceFilter'];
export declare const rankedCatalog: Client['rankedCatalog'];
export declare const rerank: Client['rerank'];
export declare const reset: Client['reset'];
export declare const search: Client['search'];
export declare const setConsent: Client['setConsent'];
export declare const suggest: Client['suggest'];
export declare const track: Client['track'];
