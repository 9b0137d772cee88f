/** A shopper signal as it is logged: validated, with its own time in ms since the epoch. */
export interface Signal {
  readonly type: string;
  readonly value?: string;
  readonly at: number;
}

/** Interest in one thing, in two accumulators that decay in time, as of `at` and of shopper signal `step`. */
export interface Interest {
  readonly short: number;
  readonly long: number;
  readonly at: number;
  readonly step: number;
}

export type Touch = 'viewed' | 'carted' | 'wished' | 'compared' | 'bought' | 'removed' | 'dismissed';

export interface TouchedProduct {
  readonly id: string;
  readonly touch: Touch;
  readonly at: number;
  /** Number of the shopper signal, counted from 1. */
  readonly step: number;
  readonly dwellSeconds?: number;
}

export type DeviceClass = 'mobile' | 'tablet' | 'desktop' | 'bot' | 'other';
export type TimeOfDay = 'night' | 'morning' | 'afternoon' | 'evening';

export interface Context {
  readonly device: DeviceClass;
  /** `direct | internal | search | social | email | paid | other:<host>` */
  readonly referrer: string;
  readonly timeOfDay: TimeOfDay;
}

/**
 * What is known of a session: the fold of its signals, in order, and nothing else, so that replaying the log
 * rebuilds it bit for bit. What a viewed product tells about categories, brands and prices is read from the
 * catalogue when the profile is used, so that the fold needs no catalogue.
 */
export interface Profile {
  /** Number of logged signals folded so far. */
  readonly sequence: number;
  /** Number of shopper signals (automatic and unknown ones do not count) folded so far. */
  readonly step: number;
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Visits so far; one ends after 30 minutes of silence. */
  readonly visits: number;
  /** Explicit interest by kind and then by name, e.g. `category.boots`, `attribute["colour=red"]`. */
  readonly interests: {
    readonly category: Readonly<Record<string, Interest>>;
    readonly brand: Readonly<Record<string, Interest>>;
    readonly attribute: Readonly<Record<string, Interest>>;
    readonly keyword: Readonly<Record<string, Interest>>;
    readonly negatedKeyword: Readonly<Record<string, Interest>>;
  };
  readonly priceFilter?: {
    readonly min?: number;
    readonly max?: number;
    readonly at: number;
    readonly step: number;
  };
  /** The last 50 touches, oldest first. */
  readonly products: readonly TouchedProduct[];
  readonly context: Partial<Context>;
  readonly behaviours: Readonly<Record<string, { readonly count: number; readonly interest: Interest }>>;
  /** Signal types counted with decay: evidence for behavioural personas. */
  readonly evidence: Readonly<Record<string, Interest>>;
}
