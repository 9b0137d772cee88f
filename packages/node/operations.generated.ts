// Written by "npm run build -w packages/node" from @decidable/contract. Do not edit.
import type { CallOptions } from './options.ts';

export interface Signal {
  /** For example category_view, price_filter, product_view, search. All types, each with the form of its value: `KnownSignal`. Others are kept with the session and carry no weight. */
  readonly type: string;
  /** A whole number is taken as its text. For category_view a category handle, for price_filter two prices joined by a hyphen, of which one may be left out (60-150, 10.50-20, -60, 60-), for attribute_filter name=value or name!=value, for dwell <productId>:<seconds>. */
  readonly value?: string;
  /** Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now; further ahead or over 24 hours old is refused. */
  readonly at?: string | number;
  /** How long before the request was sent it happened, in milliseconds: for devices whose clock may be wrong. Counts in place of `at`, and is cut to 0 to 24 hours. */
  readonly age?: number;
}

export interface TrackRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** What the shopper did. */
  readonly signals?: ReadonlyArray<Signal>;
  /** Names this call within its session: a retry with the same one is applied once. With other signals it is refused. A whole number is taken as its text. */
  readonly batchId?: string;
}

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

/** What the request itself contributes. */
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

export interface TrackBehaviorRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** The caller's own slug. */
  readonly behavior: string;
  /** Free-form key/value object, at most 8 KiB as JSON, at most 4 deep. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface TrackBehaviorResponse {
  readonly sessionId: string;
  readonly behavior: string;
  /** How often the session has shown it. */
  readonly count: number;
  /** The personas inferred so far, best first. Their scores decay over time. */
  readonly personas: ReadonlyArray<Persona>;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface TrackKeywordsRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** What the shopper typed, raw. May be empty. */
  readonly query: string;
}

export interface TrackKeywordsResponse {
  readonly sessionId: string;
  readonly keywords: ReadonlyArray<string>;
  readonly matched: ReadonlyArray<{
    readonly keyword: string;
    readonly attribute: string;
    readonly value: string;
  }>;
  readonly priceRange?: {
    readonly min?: number;
    readonly max?: number;
  };
  /** The personas inferred so far, best first. Their scores decay over time. */
  readonly personas: ReadonlyArray<Persona>;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface SessionRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** The organization whose data is meant; the key must belong to it. */
  readonly organizationId?: string;
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

export interface FilterTest {
  readonly not?: string | number | boolean | {
    readonly min?: number;
    readonly max?: number;
  } | ReadonlyArray<string | number | boolean | {
    readonly min?: number;
    readonly max?: number;
  }>;
  readonly exists?: boolean;
}

export interface CatalogRankedRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** How many to answer with. */
  readonly limit?: number;
  /** Rank only the products of this category. */
  readonly category?: string;
  /** What the shopper searched for. May be empty. */
  readonly query?: string;
  /** Rank only the products that meet all of these: attribute by name, or `category`, `brand`, `price`, to a value, a list of values of which one is enough, `{ min, max }`, or `{ not, exists }`: what is none of some values, and whether there is one. A value with a sign such as `!` or `-` before it that no product has is refused. */
  readonly filters?: Readonly<Record<string, string | number | boolean | {
      readonly min?: number;
      readonly max?: number;
    } | ReadonlyArray<string | number | boolean | {
      readonly min?: number;
      readonly max?: number;
    }> | FilterTest>>;
  /** How many of the first products to skip, for the next page of the same list. */
  readonly offset?: number;
  /** How far kinds, brands and prices vary among the first places: 0 is the order of the scores alone. When absent, a list for a session without signals is varied a little, unless there is a query. */
  readonly diversity?: number;
  /** `exclude` leaves out the products that this session has viewed. */
  readonly seen?: "keep" | "exclude";
  /** `exclude` leaves out the products that do not meet the `query`. Where none does, `matched` is 0 and the products with a part of it are ranked; where none has a part, `total` is 0. */
  readonly unmatched?: "keep" | "exclude";
  /** Whether items have `scoreBreakdown` and `why`. */
  readonly explain?: boolean;
  /** The attributes that items have; none for an empty list, all when absent. */
  readonly fields?: ReadonlyArray<string>;
  /** With a `query`: whether items say where it stands in their attributes, in `matches`. */
  readonly highlight?: boolean;
  /** How many attributes to count the values of, those first that divide the products best. */
  readonly facets?: number;
  /** What the shopper did and was not sent yet. It is added to the session first, as by `/track`, and the list is ranked with it. The request counts once, as a request for a list. A key that may not call `/track` may not send it. */
  readonly signals?: ReadonlyArray<Signal>;
  /** Names the `signals` within their session, as in `/track`: with the same one they are applied once, by whichever endpoint they come. Send one: clients and proxies send a list again whose answer does not come. Without `signals` it says nothing. A whole number is taken as its text. */
  readonly batchId?: string;
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

export interface Match {
  readonly attribute: string;
  /** Which item of it is meant, where it is a list. */
  readonly item?: number;
  /** Of the text, in UTF-16 units, as `String.prototype.slice` of JavaScript counts. */
  readonly start: number;
  /** Behind the last unit. */
  readonly end: number;
}

/** With a `query`: how it was read, so that a page can say "Showing results for …". */
export interface QueryReading {
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
}

/** Counts the products that meet all other filters: a filter on this attribute itself does not change them. */
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

/** What became of the `signals` of the request, as `/track` answers. Present only with them. */
export interface Tracked {
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
    readonly scoreBreakdown: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come behind others that meet a search as far. */
    readonly available?: false;
    /** With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none. */
    readonly matches?: ReadonlyArray<Match>;
    /** How many more variants of the product, such as other sizes, have no place of their own; left out for none. */
    readonly variants?: number;
    readonly attributes: Readonly<Record<string, unknown>>;
  }>;
  /** How many places the list has: the products that meet the category and the filters, variants of one counted once, without those that the request leaves out as seen or unmatched. */
  readonly total: number;
  /** With a `query`: how many products that meet the category and the filters meet it: they have its words (as corrections and synonyms, too), the category, sizes, named values and price limit that it says, and nothing that it excludes. They come first. Facets count these, or where there are none those that are `near`. */
  readonly matched?: number;
  /** With a `query`: how many more of them have a part of it. They come next. */
  readonly near?: number;
  /** With a `query`: how it was read, so that a page can say "Showing results for …". */
  readonly query?: QueryReading;
  /** Present only when the request asks for facets. */
  readonly facets?: ReadonlyArray<Facet>;
  readonly catalogueVersion: string | null;
  readonly explanation: Explanation;
  /** What became of the `signals` of the request, as `/track` answers. Present only with them. */
  readonly tracked?: Tracked;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface SearchRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** The products in the caller's order, each with its id and its attributes by name beside it. */
  readonly products: ReadonlyArray<{
    /** The product id. A whole number is taken as its text. */
    readonly id: string;
    readonly [name: string]: unknown;
  }>;
  /** What the shopper searched for. May be empty. */
  readonly query?: string;
  /** How many to answer with; all that was sent by default. */
  readonly limit?: number;
  /** Whether items have `scoreBreakdown` and `why`. */
  readonly explain?: boolean;
  /** With a `query`: whether items say where it stands in their attributes, in `matches`. */
  readonly highlight?: boolean;
  /** What the shopper did and was not sent yet. It is added to the session first, as by `/track`, and the list is ranked with it. The request counts once, as a request for a list. A key that may not call `/track` may not send it. */
  readonly signals?: ReadonlyArray<Signal>;
  /** Names the `signals` within their session, as in `/track`: with the same one they are applied once, by whichever endpoint they come. Send one: clients and proxies send a list again whose answer does not come. Without `signals` it says nothing. A whole number is taken as its text. */
  readonly batchId?: string;
}

export interface LeftOut {
  /** Its place in the list that was sent. */
  readonly index: number;
  /** Its id as it was sent, where it has one. */
  readonly id?: string;
  /** Why it is not ranked, and what to send. */
  readonly reason: string;
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
    readonly scoreBreakdown: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come behind others that meet a search as far. */
    readonly available?: false;
    /** With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none. */
    readonly matches?: ReadonlyArray<Match>;
  }>;
  /** With a `query`: how it was read, so that a page can say "Showing results for …". */
  readonly query?: QueryReading;
  readonly explanation: Explanation;
  /** Entries of the list that are not ranked: without a usable id, or with an id that came before. Present only when there is any. */
  readonly left_out?: ReadonlyArray<LeftOut>;
  /** What became of the `signals` of the request, as `/track` answers. Present only with them. */
  readonly tracked?: Tracked;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface RerankRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** In the search engine's order, best first. */
  readonly results: ReadonlyArray<string | {
    /** The product id. A whole number is taken as its text. */
    readonly id: string;
    /** The search engine's own score. */
    readonly score?: number;
    /** Attributes by name. They win over those that the catalogue holds for the same id. */
    readonly attributes?: Readonly<Record<string, string | number | boolean | null | ReadonlyArray<string | number | boolean>>>;
  }>;
  /** What the shopper searched for. May be empty. */
  readonly query?: string;
  /** How many to answer with; all that was sent by default. */
  readonly limit?: number;
  /** Whether items have `scoreBreakdown` and `why`. */
  readonly explain?: boolean;
  /** With a `query`: whether items say where it stands in their attributes, in `matches`. */
  readonly highlight?: boolean;
  /** How far the session may change the order; 0 is the caller's order. */
  readonly strength?: number;
  /** What the shopper did and was not sent yet. It is added to the session first, as by `/track`, and the list is ranked with it. The request counts once, as a request for a list. A key that may not call `/track` may not send it. */
  readonly signals?: ReadonlyArray<Signal>;
  /** Names the `signals` within their session, as in `/track`: with the same one they are applied once, by whichever endpoint they come. Send one: clients and proxies send a list again whose answer does not come. Without `signals` it says nothing. A whole number is taken as its text. */
  readonly batchId?: string;
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
    readonly scoreBreakdown: ReadonlyArray<Factor>;
    /** The strongest factors in words, each with its share of the score. */
    readonly why?: string;
    /** Present only when the product cannot be bought now; such products come behind others that meet a search as far. */
    readonly available?: false;
    /** With `highlight`: the words of the attributes that the query was read as, as corrections, completions and synonyms, too. Left out for none. */
    readonly matches?: ReadonlyArray<Match>;
  }>;
  /** With a `query`: how it was read, so that a page can say "Showing results for …". */
  readonly query?: QueryReading;
  readonly explanation: Explanation;
  /** Entries of the list that are not ranked: without a usable id, or with an id that came before. Present only when there is any. */
  readonly left_out?: ReadonlyArray<LeftOut>;
  /** What became of the `signals` of the request, as `/track` answers. Present only with them. */
  readonly tracked?: Tracked;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface SuggestRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** What is typed so far. May be empty. */
  readonly query?: string;
  /** How many to answer with. */
  readonly limit?: number;
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

export interface CatalogAuditRequest {
  /** Header row, then one row per product; column one is the product id. At most 2,097,152 bytes of UTF-8. */
  readonly csv: string;
  /** The name of the column with the product ids, where it is not column one. */
  readonly id?: string;
  /** Columns to leave out. */
  readonly ignore?: ReadonlyArray<string>;
  /** Where the values come from, which decides how far they are trusted. */
  readonly source?: "merchant" | "extracted" | "enriched" | "inferred";
  /** Sessions that a recorded fact would serve before it goes stale. Without it, the response has no action. */
  readonly amortisationHorizon?: number;
  /** Attributes that apply to every product, even where hardly any records them. */
  readonly applicable?: ReadonlyArray<string>;
  /** The categories to which attributes apply, where the export does not show it. */
  readonly applies?: ReadonlyArray<{
    /** The name of an attribute. */
    readonly attribute: string;
    readonly values: ReadonlyArray<string>;
  }>;
  /** How columns are read, where that is not recognised: numbers that are names are categories. */
  readonly kinds?: ReadonlyArray<{
    /** The name of a column. */
    readonly attribute: string;
    readonly kind: "category" | "number" | "date" | "boolean" | "list" | "text" | "identifier";
  }>;
  /** Facts that say yes where they hold, of which an empty cell means no. */
  readonly emptyMeansNo?: ReadonlyArray<string>;
  /** Facts that only ever say yes, of which an empty cell means that nobody knows. */
  readonly emptyMeansUnknown?: ReadonlyArray<string>;
  /** The organization whose data is meant; the key must belong to it. */
  readonly organizationId?: string;
  /** The caller's own name for the shelf, recorded as given. It tells the known shelf of products of which nothing in the export does. */
  readonly category?: string;
}

/** What the best three answers leave, in products. Of a shop with several shelves, geometric means over its products. */
export interface Remaining {
  /** Products of the shelf. */
  readonly of: number;
  /** Products left after the best three answers, as the shelf stands. */
  readonly now: number;
  /** The same with every value recorded. */
  readonly complete: number;
  /** The same on the best recorded shelves. */
  readonly best: number;
  /** Shares of the way from the whole shelf to the best recorded ones, in bits, 0 to 1; the grade follows now. */
  readonly reach: {
    readonly now: number;
    readonly complete: number;
  };
  /** The questions asked; absent where shelves have different ones. */
  readonly asked?: {
    readonly now: ReadonlyArray<string>;
    readonly complete: ReadonlyArray<string>;
  };
}

export interface Distribution {
  /** Of words: the most frequent values. A product with several values counts for each of them. */
  readonly values?: ReadonlyArray<{
    readonly value: string;
    readonly products: number;
  }>;
  /** Of numbers and dates: a histogram, ascending. A bin holds its lower bound; the last one also its upper bound, and a bin whose bounds are equal holds one number. */
  readonly bins?: ReadonlyArray<{
    readonly from: number;
    readonly to: number;
    readonly products: number;
  }>;
  readonly range?: {
    readonly min: number;
    readonly median: number;
    readonly max: number;
  };
  /** The unit of the numbers; year for dates, which are counted by years. */
  readonly unit?: string;
  /** How many values are not shown, and how many products have none of those shown. */
  readonly others?: {
    readonly values: number;
    readonly products: number;
  };
}

export interface AuditedAttribute {
  readonly attribute: string;
  /** category, number, date, boolean, list, … */
  readonly kind: string;
  /** Bits that recording it adds to the attributes before it, on each shelf: at most what it adds alone, so that those of all of them add up to what recording everything brings. Null where the audit abstains. */
  readonly priority: number | null;
  /** Bits that recording it adds for a shopper who asks about it and two other attributes, chosen at random. `action` goes by it. Absent where the audit abstains. */
  readonly threeQuestionGain?: number;
  readonly bits: {
    readonly now: number;
    readonly complete: number;
    readonly recoverable: number;
  };
  readonly narrowing: {
    readonly now: number;
    readonly complete: number;
  };
  readonly recorded: number;
  readonly missing: number;
  readonly placeholders: number;
  readonly distinct: number;
  readonly appliesTo?: {
    readonly attribute: string;
    readonly values: ReadonlyArray<string>;
  };
  readonly notApplicable?: number;
  readonly bestSubstitute?: {
    readonly attribute: string;
    readonly overlap: number;
  };
  readonly derivable?: {
    readonly products: number;
    readonly from: string;
    /** Share of the recorded cells that are derived rightly as if they were missing. */
    readonly precision?: number;
  };
  /** Columns that hold the same fact, and the products that only they describe: those are not missing here. */
  readonly repeatedBy?: ReadonlyArray<{
    readonly attribute: string;
    readonly filled: number;
  }>;
  /** Values that look like spellings of one, those first that cost most. Nothing is merged: they are counted as the values that they are. */
  readonly spellings?: ReadonlyArray<{
    readonly values: ReadonlyArray<{
      readonly value: string;
      readonly products: number;
    }>;
    /** The most frequent spelling. */
    readonly proposed: string;
    /** Bits of the attribute that tell nothing but its spelling: what its entropy loses when these are merged. */
    readonly bits: number;
  }>;
  /** Every product without it, those first whose value would settle most. */
  readonly affectedProducts: ReadonlyArray<string>;
  /** The first affected products with their titles, where a column of titles was found. */
  readonly examples?: ReadonlyArray<{
    readonly id: string;
    readonly title?: string;
  }>;
  readonly distribution?: Distribution;
  readonly abstained?: {
    readonly code: string;
    readonly message: string;
  };
  /** Of a fact that only ever says yes: an empty cell may mean no. Answer with emptyMeansNo or emptyMeansUnknown. */
  readonly emptyMayMeanNo?: {
    /** What every recorded cell says. */
    readonly says: string;
    /** Bits of its answer if empty means no, once that is said. */
    readonly bits: number;
    /** Bits that saying so adds, as `threeQuestionGain` beside it. */
    readonly threeQuestionGain: number;
  };
  readonly breakEvenSessions?: number;
  readonly action?: "record" | "derive" | "ask" | "leave";
}

export interface Finding {
  /** The fixed name of the rule, such as gtin-check-digit. */
  readonly rule: string;
  /** error: a marketplace refuses such products; warning: it may refuse them, or show them less; notice: it recommends otherwise. */
  readonly severity: "error" | "warning" | "notice";
  /** The column at fault; absent where the export lacks it. */
  readonly column?: string;
  /** What is wrong with each of the products, as a sentence. */
  readonly says: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
  /** Affected products. */
  readonly products: number;
  /** Some of the affected products; none where the export lacks the column. */
  readonly examples: ReadonlyArray<{
    readonly id: string;
    readonly title?: string;
    /** The value at fault; absent where there is none. Long ones are cut. */
    readonly value?: string;
  }>;
  /** The public pages on which marketplaces say what they ask. */
  readonly pages: ReadonlyArray<{
    readonly marketplace: string;
    readonly address: string;
  }>;
}

/** The kinds of products that are recognised, with what such shelves usually have. Expectations from what is known of shelves: nothing in it is measured, and no other figure counts it. */
export interface KnownShelves {
  /** Products of which nothing tells the shelf. */
  readonly unknown: number;
  /** The largest first, each with the parts of it behind it. */
  readonly values: ReadonlyArray<{
    /** An id, such as boots. */
    readonly shelf: string;
    /** The shelf before it of which it is a part; what that one lacks is not repeated. */
    readonly within?: string;
    readonly name: string;
    readonly products: number;
    /** What told it of most of them: category, title, owner (the category of the request) or columns. */
    readonly toldBy: string;
    /** What such shelves have and no column holds, required ones first. */
    readonly lacks: ReadonlyArray<{
      /** An id, such as heel-height. */
      readonly attribute: string;
      readonly name: string;
      /** required: nobody can choose without it; usual: most shops record it. */
      readonly degree: string;
      /** The kind of its values: colour, size, measure, … */
      readonly values: string;
      /** Bits that an answer usually gives on such a shelf. */
      readonly usualBits: number;
      /** The column of texts that say it of some products. */
      readonly saidIn?: string;
    }>;
    /** Products that are expected to be left once shoppers are answered what is asked; four of five such shelves lie between low and high. Today all are left. */
    readonly expected?: {
      readonly asked: ReadonlyArray<string>;
      readonly left: number;
      readonly low: number;
      readonly high: number;
    };
    /** What marketplaces ask of such products and no column holds. */
    readonly marketplaces: ReadonlyArray<{
      readonly marketplace: string;
      readonly required: ReadonlyArray<string>;
      readonly recommended: ReadonlyArray<string>;
    }>;
  }>;
}

/** Whether the result was kept. It is kept only when organizationId was sent, with a key that may: one without origins from a server, or one made for this endpoint. */
export interface Storage {
  readonly stored: boolean;
  /** The id of the kept result. */
  readonly id?: string;
  readonly message?: string;
}

export interface CatalogAuditResponse {
  readonly grade: "A" | "B" | "C" | "D" | "E" | null;
  readonly gradeReason?: {
    readonly code: string;
    readonly message: string;
  };
  readonly action?: "record" | "derive" | "ask" | "leave";
  readonly answerability: number | null;
  /** What the best three answers leave, in products. Of a shop with several shelves, geometric means over its products. */
  readonly remaining?: Remaining;
  /** The attributes of which empty cells were taken for no, as the request says. */
  readonly emptyMeansNo?: ReadonlyArray<string>;
  /** The grade if the empty cells of these attributes mean no; until it is said whether they do. */
  readonly ifEmptyMeansNo?: {
    readonly attributes: ReadonlyArray<string>;
    readonly grade: "A" | "B" | "C" | "D" | "E" | null;
    /** What the best three answers leave, in products. Of a shop with several shelves, geometric means over its products. */
    readonly remaining: Remaining;
  };
  /** True where every attribute is recorded for every product that it applies to, in an export that is graded. */
  readonly allRecorded?: boolean;
  readonly products: number;
  readonly shelfBits: number;
  /** By priority, best first. */
  readonly attributes: ReadonlyArray<AuditedAttribute>;
  readonly shelves?: {
    readonly by: string;
    readonly values: ReadonlyArray<{
      readonly value: string;
      readonly products: number;
      readonly grade: "A" | "B" | "C" | "D" | "E" | null;
      readonly first: ReadonlyArray<string>;
      /** What the best three answers leave, in products. Of a shop with several shelves, geometric means over its products. */
      readonly remaining?: Remaining;
    }>;
  };
  /** Columns that are no facts to record, with the reason. */
  readonly notQuestions: ReadonlyArray<{
    readonly attribute: string;
    /** identifier, text, constant, operational, price, feedback, merchandising, name, code, link, date, unnamed or repeats. */
    readonly reason: string;
    /** The column that it repeats. */
    readonly of?: string;
  }>;
  /** Facts that titles and descriptions say and no column holds, those first of which texts say most bits. */
  readonly lacking?: ReadonlyArray<{
    /** A name for it: of the fact, or its most frequent values where it has no name. */
    readonly attribute: string;
    /** The column of the texts that say it. */
    readonly from: string;
    /** Products whose text says it. */
    readonly products: number;
    /** The products to which it applies, of those whose texts were read (at most 1,000). */
    readonly of: number;
    readonly values: ReadonlyArray<{
      readonly value: string;
      readonly products: number;
    }>;
    /** Distinct values; the most frequent ones are in values. */
    readonly distinct: number;
    readonly examples: ReadonlyArray<{
      readonly product: string;
      /** The part of the text that says it. */
      readonly text: string;
    }>;
    /** What a column of it would bring if every product to which it applies had it recorded. */
    readonly bits: number;
  }>;
  /** What marketplaces would object to in single products, the gravest first. Bits and grade do not depend on it. */
  readonly findings?: ReadonlyArray<Finding>;
  /** The kinds of products that are recognised, with what such shelves usually have. Expectations from what is known of shelves: nothing in it is measured, and no other figure counts it. */
  readonly knownShelves?: KnownShelves;
  /** Where the values come from, which decides how far they are trusted. */
  readonly source: "merchant" | "extracted" | "enriched" | "inferred";
  readonly trust: number;
  /** How the figures were estimated. */
  readonly method: Readonly<Record<string, unknown>>;
  readonly category?: string;
  /** Whether the result was kept. It is kept only when organizationId was sent, with a key that may: one without origins from a server, or one made for this endpoint. */
  readonly storage: Storage;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface RepairClaim {
  /** The attribute that was worked on. */
  readonly attribute: string;
  /** How it was done. */
  readonly method?: string;
  /** Hours that it was thought to take. */
  readonly estimatedHours?: number;
  /** Hours that it took. */
  readonly actualHours?: number;
}

export interface CatalogVerifyRequest {
  /** The export before the work, in the format of the audit. At most 2,097,152 bytes of UTF-8. */
  readonly before: string;
  /** The export after the work. At most 2,097,152 bytes of UTF-8. */
  readonly after: string;
  /** Omit it to make the call a monitor. */
  readonly repairs?: ReadonlyArray<RepairClaim>;
  /** The name of the column with the product ids, where it is not column one. */
  readonly id?: string;
  /** Columns to leave out. */
  readonly ignore?: ReadonlyArray<string>;
  /** Where the values come from, which decides how far they are trusted. */
  readonly source?: "merchant" | "extracted" | "enriched" | "inferred";
  /** How columns are read, where that is not recognised: numbers that are names are categories. */
  readonly kinds?: ReadonlyArray<{
    /** The name of a column. */
    readonly attribute: string;
    readonly kind: "category" | "number" | "date" | "boolean" | "list" | "text" | "identifier";
  }>;
  /** Facts that say yes where they hold, of which an empty cell means no. */
  readonly emptyMeansNo?: ReadonlyArray<string>;
  /** The organization whose data is meant; the key must belong to it. */
  readonly organizationId?: string;
  /** The caller's own name for the shelf, recorded as given. */
  readonly category?: string;
}

export interface GradedClaim {
  readonly attribute: string;
  readonly method?: string;
  readonly verdict: "not_found" | "unchanged" | "regressed" | "empty" | "doubtful" | "unproven" | "partial" | "verified";
  readonly bitsGained: number;
  readonly cellsFilled: number;
  readonly estimatedHours?: number;
  readonly actualHours?: number;
  readonly bitsPerHour?: number;
  /** The share of the new cells that is believed, 0 to 1, and the bounds of the share that the rest of the export tells as well as it tells recorded cells; 0 and 1 if nothing tells. */
  readonly believed?: {
    readonly share: number;
    readonly low: number;
    readonly high: number;
  };
  readonly reasons: ReadonlyArray<{
    readonly code: string;
    readonly message: string;
    /** The figures behind the message. */
    readonly details?: string;
  }>;
}

export interface CatalogVerifyResponse {
  readonly mode: "verification" | "monitor";
  readonly products: {
    readonly before: number;
    readonly after: number;
    readonly common: number;
    readonly added: ReadonlyArray<string>;
    readonly removed: ReadonlyArray<string>;
  };
  readonly answerability: {
    readonly before: number | null;
    readonly after: number | null;
    readonly moved: number;
  };
  readonly attributes: ReadonlyArray<{
    readonly attribute: string;
    /** What the later export calls it, where that is another name. */
    readonly header?: string;
    readonly status: "improved" | "unproven" | "worsened" | "unchanged" | "added" | "removed";
    readonly bits: {
      readonly before: number;
      readonly after: number;
      /** As the cells say, whether they are believed or not. */
      readonly moved: number;
      /** What of it counts, claimed or not: what is believed, and no change that counts before it tells; these add up. Nothing of what is unproven. Only where that differs. */
      readonly believed?: number;
      /** The column that tells what of it is believed and does not count. */
      readonly toldBy?: string;
    };
    readonly recorded: {
      readonly before: number;
      readonly after: number;
    };
    readonly cells: {
      readonly filled: number;
      readonly cleared: number;
      readonly changed: number;
      readonly placeholders: number;
    };
    /** Some of the cells that differ, with the values on both sides: a random sample of the products. */
    readonly examples?: ReadonlyArray<{
      readonly id: string;
      readonly title?: string;
      readonly before?: string;
      readonly after?: string;
    }>;
  }>;
  /** Only in verification: one a repair, in order. */
  readonly claims?: ReadonlyArray<GradedClaim>;
  /** Attributes that moved without a claim. */
  readonly unclaimed?: ReadonlyArray<string>;
  /** Where the values come from, which decides how far they are trusted. */
  readonly source: "merchant" | "extracted" | "enriched" | "inferred";
  readonly trust: number;
  readonly category?: string;
  /** Whether the result was kept. It is kept only when organizationId was sent, with a key that may: one without origins from a server, or one made for this endpoint. */
  readonly storage: Storage;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

export interface EventRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** For example checkout_started. May be absent beside `events` only. */
  readonly name?: string;
  /** Free-form object, at most 8 KiB as JSON, at most 4 deep. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The ranking that the outcome belongs to. */
  readonly decisionId?: string;
  /** Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now; further ahead or over 24 hours old is refused. */
  readonly at?: string | number;
  /** How long before the request was sent it happened, in milliseconds: for devices whose clock may be wrong. Counts in place of `at`, and is cut to 0 to 24 hours. */
  readonly age?: number;
  /** Names the event within its session and name: sent again, it is not counted again. With another body it is refused. Events of the list without an id get one made of it. A whole number is taken as its text. */
  readonly eventId?: string;
  /** Several events, in place of one or besides it: recorded together. */
  readonly events?: ReadonlyArray<{
    /** For example checkout_started. */
    readonly name: string;
    /** Free-form object, at most 8 KiB as JSON, at most 4 deep. */
    readonly data?: Readonly<Record<string, unknown>>;
    /** The ranking that the outcome belongs to. */
    readonly decisionId?: string;
    /** Its own time: ISO 8601, or milliseconds since 1970. Up to 10 minutes in the future counts as now; further ahead or over 24 hours old is refused. */
    readonly at?: string | number;
    /** How long before the request was sent it happened, in milliseconds: for devices whose clock may be wrong. Counts in place of `at`, and is cut to 0 to 24 hours. */
    readonly age?: number;
    /** Names the event within its session and name: sent again, it is not counted again. With another body it is refused. A whole number is taken as its text. */
    readonly eventId?: string;
  }>;
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

export interface ExposureRequest {
  /** Chosen by the caller. The same shopper must keep the same id. Nobody may be able to guess it: at least 16 random characters. A whole number is taken as its text. */
  readonly sessionId: string;
  /** The decision that was rendered. */
  readonly decisionId: string;
  /** What was shown, each as its id or with its place. */
  readonly items: ReadonlyArray<string | {
    /** The id of the item. A whole number is taken as its text. */
    readonly id: string;
    /** The place on the page, counted from 1. */
    readonly position?: number;
  }>;
}

export interface ExposureResponse {
  /** Items that were not known before. */
  readonly recorded: number;
  readonly duplicates: number;
  readonly decisionId: string;
  /** What was accepted, but is probably not what was meant. Present only when there is any. */
  readonly warnings?: ReadonlyArray<Warning>;
}

/** Present with `TOO_MANY_REQUESTS` and `SERVICE_UNAVAILABLE`. */
export interface ErrorDetails {
  /** When the same request may pass; the header Retry-After says the same. */
  readonly retryAfterSeconds: number;
  /** Which limit is reached, as the header RateLimit-Policy names it. */
  readonly limit?: string;
  /** How much the limit allows. */
  readonly most?: number;
  /** What the limit counts: requests of a window, requests at once, bytes under way, or milliseconds of processor time in a window. */
  readonly unit?: "requests" | "concurrent-requests" | "content-bytes" | "milliseconds";
  /** The window of a limit that counts requests or work. */
  readonly windowSeconds?: number;
}

/** The envelope of every error. */
export interface ErrorEnvelope {
  readonly success: false;
  readonly error: {
    /** What went wrong, for programs. */
    readonly code: "BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL" | "SERVICE_UNAVAILABLE";
    /** What went wrong and how to mend it, for people. */
    readonly message: string;
    /** Present with `TOO_MANY_REQUESTS` and `SERVICE_UNAVAILABLE`. */
    readonly details?: ErrorDetails;
  };
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** The path that was requested, with the /api/v1 prefix. */
  readonly path: string;
  /** Identifies the request in the service's logs. Quote it when reporting a problem. */
  readonly correlationId: string;
}

/** Every operation of the service. */
export interface Operations {
  /** Send shopper signals. Adds signals to a session and answers the personas inferred so far. An empty or absent list still opens the session. Device, referrer and time of day are taken from the request where no signal states them. */
  track(request: TrackRequest, options?: CallOptions): Promise<TrackResponse>;
  /** Send a behaviour of the caller's own naming. Adds a behaviour to a session, under a slug that the caller chooses. */
  trackBehavior(request: TrackBehaviorRequest, options?: CallOptions): Promise<TrackBehaviorResponse>;
  /** Send what a shopper searched for. Takes a raw query; the service extracts the keywords and what they match in the catalogue. */
  trackKeywords(request: TrackKeywordsRequest, options?: CallOptions): Promise<TrackKeywordsResponse>;
  /** Read a session. Answers whether the session exists and the personas accumulated against it. Reading never opens a session. */
  session(request: SessionRequest, options?: CallOptions): Promise<SessionResponse>;
  /** Rank the catalogue for a session. Ranks the catalogue that the service already holds against the session. */
  catalogRanked(request: CatalogRankedRequest, options?: CallOptions): Promise<CatalogRankedResponse>;
  /** Rank products that the caller sends. Ranks a list of products against the session. Without signals the caller's order is kept. An entry without a usable id, or with an id that came before, is left out and named in `left_out`. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResponse>;
  /** Reorder the results of the caller's own search engine. Blends the relevance of the given order (or of the given scores) with the session. Nothing else that was sent is dropped. An entry without a usable id, or with an id that came before, is left out and named in `left_out`. */
  rerank(request: RerankRequest, options?: CallOptions): Promise<RerankResponse>;
  /** Suggest queries. Completes what is typed to categories, brands, products, phrases of both, and queries of others, scored against the session. Each finds something when it is searched for. Not metered. */
  suggest(request: SuggestRequest, options?: CallOptions): Promise<SuggestResponse>;
  /** Decision Audit: grade an export. Grades a catalogue export for whether it can answer what shoppers ask, and ranks the attributes worth recording by bits of decision information. Stores nothing unless organizationId is sent. */
  catalogAudit(request: CatalogAuditRequest, options?: CallOptions): Promise<CatalogAuditResponse>;
  /** Decision Verification and Decision Monitor: compare two exports. Compares an export from before a repair with one from after it, attribute by attribute. With repairs each claim is graded against the difference (verification); without, nothing is claimed (monitor). The result is kept when organizationId is sent. */
  catalogVerify(request: CatalogVerifyRequest, options?: CallOptions): Promise<CatalogVerifyResponse>;
  /** Record a named outcome, or several. Records an outcome that is not a signal, such as a checkout, or a list of them, all or none. With an eventId an event counts once however often its session sends it. Purchases are kept as claims until orders that the shop uploads confirm them. Not metered. */
  event(request: EventRequest, options?: CallOptions): Promise<EventResponse>;
  /** Record what was shown. Records what was actually rendered for a ranking decision: what the shopper could see, not what was requested. An item counts once a session and decision, however often it is sent. Not metered. */
  exposure(request: ExposureRequest, options?: CallOptions): Promise<ExposureResponse>;
}
