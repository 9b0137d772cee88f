import type { Language } from '../languages/language-pack.ts';

/** A shopper signal as it is logged: validated, with its own time in ms since the epoch. */
export interface Signal {
  readonly type: string;
  readonly value?: string;
  readonly at: number;
  /**
   * JSON of what the service found out about the signal when it arrived, so that folding it again needs nothing
   * but the log: the metadata of a behaviour, the {@link Context} of a request.
   */
  readonly data?: string;
}

/**
 * Interest in one thing, in two accumulators that decay in time, as of `at` and of shopper signal `step`.
 * What it is worth now is told by `strength` in `decay.ts`.
 */
export interface Interest {
  readonly short: number;
  readonly long: number;
  readonly at: number;
  readonly step: number;
}

/** An interest and what it is in; `name` is NFC, trimmed, lower case. */
export interface NamedInterest extends Interest {
  readonly name: string;
}

/** What a shopper does with a product. */
export type InteractionKind =
  | 'viewed'
  | 'carted'
  | 'wished'
  | 'compared'
  | 'bought'
  | 'removed'
  | 'dismissed';

export interface ProductInteraction {
  readonly id: string;
  readonly touch: InteractionKind;
  readonly at: number;
  /** Number of the shopper signal, counted from 1. */
  readonly step: number;
  readonly dwellSeconds?: number;
}

/** When a product was bought last, and the number of that signal. */
export type Purchase = Pick<ProductInteraction, 'id' | 'at' | 'step'>;

export type DeviceClass = 'mobile' | 'tablet' | 'desktop' | 'bot' | 'other';
export type TimeOfDay = 'night' | 'morning' | 'afternoon' | 'evening';

export interface Context {
  readonly device: DeviceClass;
  /** `direct | internal | search | social | email | paid | other:<host>` */
  readonly referrer: string;
  readonly timeOfDay: TimeOfDay;
}

export interface PriceRange {
  readonly min?: number;
  readonly max?: number;
}

/** The price range that the shopper last asked for, by a filter or in the words of a search. */
export interface PriceFilter extends PriceRange {
  readonly at: number;
  readonly step: number;
}

/** A search as it was typed, and the number of its signal. */
export interface TypedSearch {
  readonly text: string;
  readonly step: number;
}

/** A shopper's behaviour that the shop itself named. */
export interface Behaviour extends NamedInterest {
  /** How often it was sent, without decay. */
  readonly count: number;
}

/** The kinds of things that a shopper can say to be interested in. */
export type InterestKind = 'category' | 'brand' | 'attribute' | 'keyword' | 'negatedKeyword';

/** A signal that says what the shopper wants, as it was sent: what it means depends on the catalogue. */
export interface Statement {
  readonly type: string;
  readonly value: string;
  readonly at: number;
  /** Number of the shopper signal, counted from 1. */
  readonly step: number;
}

/**
 * What is logged of a session: the fold of its signals, in order, and nothing else, so that replaying the log
 * rebuilds it bit for bit. What its statements mean, and what a viewed product tells about categories, brands and
 * prices, is read from the catalogue when the profile is used, so that the fold needs no catalogue. It is plain JSON.
 */
export interface FoldedProfile {
  /** {@link FOLD_VERSION} of the fold that made it. */
  readonly version: number;
  /** Number of logged signals folded so far. */
  readonly sequence: number;
  /** Number of shopper signals (automatic and unknown ones do not count) folded so far. */
  readonly step: number;
  /** Number of signals that were sent, of whatever type. */
  readonly received: number;
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Visits so far; one ends after 30 minutes of silence. */
  readonly visits: number;
  /** The latest statements, oldest first, and before them what was excluded earlier. */
  readonly statements: readonly Statement[];
  /** The last 50 interactions, oldest first. */
  readonly products: readonly ProductInteraction[];
  /** Products that the shopper does not want to see, the latest 100; asking for one again takes it out. */
  readonly dismissed: readonly string[];
  /** Products that were bought, the latest 100, oldest first; asking for one again takes it out. Absent for none. */
  readonly bought?: readonly Purchase[];
  readonly context: Partial<Context>;
  /** Parts of the context that were signalled, which win over what the headers of a request say. */
  readonly signalled: readonly (keyof Context)[];
  readonly behaviours: readonly Behaviour[];
  /** Kinds of signals with decay, such as `product_view:again`: evidence for behavioural personas. */
  readonly evidence: readonly NamedInterest[];
}

/** A session with its statements as they are read with a catalogue; see `readProfile`. */
export interface Profile extends FoldedProfile {
  /**
   * Explicit interest by kind, least recently touched first: `category` "boots", `attribute` "colour=red",
   * `keyword` the stem "boot" as `stemming.ts` makes it, `negatedKeyword` the stem of what is not wanted.
   */
  readonly interests: { readonly [K in InterestKind]: readonly NamedInterest[] };
  /** Whose stems those of the searches are, where they are not read as English. */
  readonly language?: Language;
  /** Values that were filtered out, such as "brand=nike", least recently first. Absent for none. */
  readonly unwanted?: readonly NamedInterest[];
  readonly priceFilter?: PriceFilter;
  /** The searches among the statements, oldest first: what interests are read from them is shown as theirs. */
  readonly searches?: readonly TypedSearch[];
}

/** What a persona rests on: a signal, and how much of the persona's evidence it is now. */
export interface PersonaEvidence {
  readonly signal: string;
  readonly weight: number;
}

/** `score` is 1 − exp(−(sum of the evidence's weights)). */
export interface Persona {
  readonly id: string;
  readonly label: string;
  readonly kind: 'behaviour' | 'interest';
  /** 0..1 */
  readonly score: number;
  readonly evidence: readonly PersonaEvidence[];
  /** When the latest signal behind it was sent; ms since the epoch. */
  readonly updatedAt: number;
}

/** A value that products of the catalogue share. `CatalogueTraits` returns the same object for the same value. */
export interface Trait {
  readonly kind: 'category' | 'brand' | 'attribute';
  /** As interests are named: "boots", for attributes "colour=red". */
  readonly name: string;
  /** As the catalogue writes it. */
  readonly label: string;
  /** Share of the products that have it, 0..1. */
  readonly share: number;
}

/** One product, as personas read it. */
export interface ProductTraits {
  /** Its category, its brand, and the values of attributes that shoppers can be asked about and its variants share. */
  readonly traits: readonly Trait[];
  /** The values in which its variants differ. They speak for the shopper's taste only where the shopper chose the variant. */
  readonly ofVariant?: readonly Trait[];
  /** Its place in the price order of its category, 0 cheapest to 1 dearest; 0.5 where all cost the same. */
  readonly priceRank?: number;
}

/** The catalogue, as personas read it: the background against which the interests of a session stand out. */
export interface CatalogueTraits {
  product(id: string): ProductTraits | undefined;
  /** The trait with this name; `undefined` when no product has it. */
  find(kind: Trait['kind'], name: string): Trait | undefined;
  /** Share of all priced products that cost less than `price`, 0..1; `undefined` without prices. */
  priceRank(price: number): number | undefined;
}

/** What was read from the words of a shopper. */
export interface Keywords {
  /** The words that carry meaning, as typed but for capitals and accents. */
  readonly keywords: readonly string[];
  /** The same, as stems: what is compared with the text of products. */
  readonly stems: readonly string[];
  /** Phrases that are values in the catalogue. */
  readonly matched: readonly {
    readonly keyword: string;
    readonly attribute: string;
    readonly value: string;
    readonly role?: 'category' | 'brand' | undefined;
  }[];
  /** Stems of what is not wanted. */
  readonly negated: readonly string[];
  /** Stems of words that ask something of the list, and are none of the above: "cheap". Absent for none. */
  readonly asks?: readonly string[];
  /** Whose stems these are, where it is not English. */
  readonly language?: Language;
  readonly priceRange?: PriceRange;
}
