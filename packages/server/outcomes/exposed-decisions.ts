import type {
  LoggedSignal,
  OrganizationId,
  OutcomeEvent,
  RankingDecision,
  SessionId,
  Storage,
} from '../storage/ports.ts';
import { Pace } from '../time-slices.ts';

/** A click or a purchase counts for a ranking if it follows within this time; ms. Set by hand. */
export const WITHIN = 30 * 60_000;

/** Types of signals that count as clicks. */
const CLICKS = new Set(['product_view', 'dwell', 'compare', 'wishlist_add', 'cart_add', 'purchase']);
/** Fields of an event's data that name its product, or list products. */
const PRODUCT_FIELDS = ['productId', 'product_id', 'itemId', 'item_id', 'id', 'sku'] as const;
const LIST_FIELDS = ['productIds', 'items', 'products'] as const;

/** One item that a shopper could see, and its outcome. */
export interface ShownItem {
  readonly itemId: string;
  /** On the page, counted from 1; as reported, not as ranked. */
  readonly position: number | undefined;
  readonly clicked: boolean;
  /** As the session says. Anybody can send that; only orders of the shop confirm it. */
  readonly bought: boolean;
}

/** A ranking with items that one session saw. */
export interface ExposedDecision {
  readonly decision: RankingDecision;
  readonly items: readonly ShownItem[];
  /** The session that saw it: the one that it was made for, unless the ranking came from a cache. */
  readonly sessionId: SessionId;
  /** When it saw it first, as far as is known: what it does then follows from it. ms since the epoch */
  readonly from: number;
  /** The whole log of that session. */
  readonly log: readonly LoggedSignal[];
}

/** Counts that the join adds up. */
export interface JoinCounts {
  /** Exposures without a stored decision. */
  unmatched: number;
}

/**
 * Joins the rankings of an organization with their exposures and outcomes, in the order of sessions, so that each log is
 * read once and one session at a time is in memory. Other requests have turns in between.
 *
 * @param since time of the oldest ranking; ms since the epoch
 * @param counts is added to
 * @throws StoreUnavailable
 */
export async function* exposedDecisions(
  storage: Pick<Storage, 'outcomes' | 'sessions'>,
  organizationId: OrganizationId,
  since: number,
  counts: JoinCounts = { unmatched: 0 },
): AsyncGenerator<ExposedDecision> {
  const { outcomes, sessions } = storage;
  let read: { readonly sessionId: SessionId; readonly log: readonly LoggedSignal[] } | undefined;
  const pace = new Pace(organizationId);
  for await (const sighting of sightings(outcomes.exposures(organizationId, since))) {
    await pace.rest();
    const { sessionId, decisionId, items } = sighting;
    const decision = sighting.matched ? await outcomes.decision(organizationId, decisionId) : undefined;
    if (decision === undefined) counts.unmatched += items.length;
    if (decision === undefined || decision.at < since) continue;
    if (read?.sessionId !== sessionId) {
      read = { sessionId, log: await sessions.log(organizationId, sessionId) };
    }
    const { log } = read;
    // A ranking from a cache may be much older than its exposure.
    const from = decision.sessionId === sessionId ? decision.at : sighting.at;
    // Several sessions may send events for a ranking from a cache: only those of this one count.
    const own = await Array.fromAsync(outcomes.eventsOf(organizationId, decisionId, sessionId));
    const acts = actsIn(log, from, own);
    yield {
      decision,
      sessionId,
      from,
      log,
      items: items.map((item) => ({
        ...item,
        clicked: acts.clicked.has(item.itemId),
        bought: acts.bought.has(item.itemId),
      })),
    };
  }
}

/** The exposures of one ranking to one session. */
interface Sighting {
  readonly sessionId: SessionId;
  readonly decisionId: string;
  readonly matched: boolean;
  /** Time of the first exposure; ms since the epoch. */
  readonly at: number;
  readonly items: Pick<ShownItem, 'itemId' | 'position'>[];
}

/** Groups exposures by session and decision; those of a group are adjacent. */
async function* sightings(exposures: ReturnType<Storage['outcomes']['exposures']>): AsyncGenerator<Sighting> {
  let seen: Sighting | undefined;
  for await (const { sessionId, decisionId, matched, at, itemId, position } of exposures) {
    if (seen?.sessionId === sessionId && seen.decisionId === decisionId) {
      seen = { ...seen, matched: seen.matched || matched, at: Math.min(seen.at, at) };
    } else {
      if (seen !== undefined) yield seen;
      seen = { sessionId, decisionId, matched, at, items: [] };
    }
    seen.items.push({ itemId, position });
  }
  if (seen !== undefined) yield seen;
}

const BOUGHT = new Set(['purchase', 'purchased', 'bought', 'ordered', 'buy']);
const CLICKED = new Set('click clicked clicks select selected view viewed cart wishlist wish'.split(' '));
/** These are purchases only if completed; see `actOf`. */
const ORDER = new Set(['order', 'checkout']);
const DONE = new Set('complete completed success succeeded placed confirmed confirmation paid'.split(' '));

/**
 * Classifies an event by the words of its name: `add_to_cart` and `addToCart` are clicks, `order` and `order_completed`
 * are purchases, `checkout` is neither.
 */
export function actOf(name: string): { readonly clicks: boolean; readonly buys: boolean } {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const has = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  const buys = has(BOUGHT) || (has(ORDER) && (words.length === 1 ? words[0] === 'order' : has(DONE)));
  return { buys, clicks: buys || has(CLICKED) };
}

/** The ids of the products that an event's data names or lists. Many shops have numbers as ids. */
export function productsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data.normalize()];
  if (typeof data === 'number') return [String(data)];
  if (data === null || typeof data !== 'object') return [];
  const fields = data as Readonly<Record<string, unknown>>;
  const named = PRODUCT_FIELDS.map((field) => fields[field]).filter((value) => typeof value !== 'object');
  const listed = LIST_FIELDS.flatMap((field) => (Array.isArray(fields[field]) ? fields[field] : []));
  return [...named, ...listed].flatMap(productsIn);
}

/** Products that were clicked and bought. */
interface Acts {
  readonly clicked: Set<string>;
  readonly bought: Set<string>;
}

/** The clicks and purchases of a session: its signals within half an hour after `from`, and its events. */
function actsIn(log: readonly LoggedSignal[], from: number, events: readonly OutcomeEvent[]): Acts {
  const clicked = new Set<string>();
  const bought = new Set<string>();
  for (const { name, data } of events) {
    if (data === undefined) continue;
    const { clicks, buys } = actOf(name);
    if (!clicks) continue;
    for (const product of productsIn(JSON.parse(data) as unknown)) {
      clicked.add(product);
      if (buys) bought.add(product);
    }
  }
  for (const { type, value, at } of log) {
    if (value === undefined || at < from || at > from + WITHIN || !CLICKS.has(type)) continue;
    const product = type === 'dwell' ? value.slice(0, value.lastIndexOf(':')) : value;
    clicked.add(product);
    if (type === 'purchase') bought.add(product);
  }
  return { clicked, bought };
}
