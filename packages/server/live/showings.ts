import type { LoggedSignal, OrganizationId, RankingDecision, SessionId, Storage } from '../storage/ports.ts';

/** A look or a purchase counts for a ranking when it follows within this time; ms. */
const WITHIN = 30 * 60_000;

const CLICKS = new Set(['product_view', 'dwell', 'compare', 'wishlist_add', 'cart_add', 'purchase']);
/** Fields of an event's data that name its product, or list products. */
const PRODUCT_FIELDS = ['productId', 'product_id', 'itemId', 'item_id', 'id', 'sku'] as const;
const LIST_FIELDS = ['productIds', 'items', 'products'] as const;

/** One item that a shopper could see, and what became of it. */
export interface ShownItem {
  readonly itemId: string;
  /** On the page, counted from 1; as reported, not as ranked. */
  readonly position: number | undefined;
  readonly clicked: boolean;
  readonly bought: boolean;
}

/** A ranking of which something was shown. */
export interface JoinedShowing {
  readonly decision: RankingDecision;
  readonly items: readonly ShownItem[];
  /** The whole log of its session. */
  readonly log: readonly LoggedSignal[];
}

/** What there was besides the showings themselves. */
export interface JoinCounts {
  decisions: number;
  /** Exposures that name no decision that is kept. */
  unmatched: number;
}

/** Joins the rankings of an organization since a time with what was shown of them and what shoppers did with it. */
export async function* joinedShowings(
  storage: Pick<Storage, 'outcomes' | 'sessions'>,
  organizationId: OrganizationId,
  since: number,
  counts: JoinCounts = { decisions: 0, unmatched: 0 },
): AsyncGenerator<JoinedShowing> {
  const { outcomes, sessions } = storage;
  const shownBy = new Map<string, Pick<ShownItem, 'itemId' | 'position'>[]>();
  for await (const { decisionId, itemId, position, matched } of outcomes.exposures(organizationId, since)) {
    if (!matched) {
      counts.unmatched++;
      continue;
    }
    const shown = shownBy.get(decisionId);
    if (shown === undefined) shownBy.set(decisionId, [{ itemId, position }]);
    else shown.push({ itemId, position });
  }
  const reported = await reportedActs(outcomes.events(organizationId, since));
  let read: { readonly sessionId: SessionId; readonly log: readonly LoggedSignal[] } | undefined;
  for await (const decision of outcomes.decisions(organizationId, since)) {
    counts.decisions++;
    const shown = shownBy.get(decision.id);
    if (shown === undefined) continue;
    const { sessionId } = decision;
    if (read?.sessionId !== sessionId) {
      read = { sessionId, log: await sessions.log(organizationId, sessionId) };
    }
    const { clicked, bought } = acts(decision, read.log, reported.get(decision.id));
    yield {
      decision,
      log: read.log,
      items: shown.map((item) => ({
        ...item,
        clicked: clicked.has(item.itemId),
        bought: bought.has(item.itemId),
      })),
    };
  }
}

/** Products that were clicked and bought. */
interface Acts {
  readonly clicked: Set<string>;
  readonly bought: Set<string>;
}

/** Events that name the decision that they belong to, by decision. */
async function reportedActs(
  events: ReturnType<Storage['outcomes']['events']>,
): Promise<ReadonlyMap<string, Acts>> {
  const reported = new Map<string, Acts>();
  for await (const { name, data, decisionId } of events) {
    if (decisionId === undefined || data === undefined) continue;
    const { clicks, buys } = actOf(name);
    if (!clicks) continue;
    let acts = reported.get(decisionId);
    if (acts === undefined) {
      acts = { clicked: new Set(), bought: new Set() };
      reported.set(decisionId, acts);
    }
    for (const product of productsIn(JSON.parse(data) as unknown)) {
      if (clicks) acts.clicked.add(product);
      if (buys) acts.bought.add(product);
    }
  }
  return reported;
}

const BOUGHT = new Set(['purchase', 'purchased', 'bought', 'ordered', 'buy']);
const CLICKED = new Set('click clicked clicks select selected view viewed cart wishlist wish'.split(' '));
/** An order, or a checkout, that was not only begun. */
const ORDER = new Set(['order', 'checkout']);
const DONE = new Set('complete completed success succeeded placed confirmed confirmation paid'.split(' '));

/** What the name of an event says by its words: `add_to_cart` and `addToCart` are clicks, `order_completed` is a purchase. */
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

function productsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (data === null || typeof data !== 'object') return [];
  const fields = data as Readonly<Record<string, unknown>>;
  const named = PRODUCT_FIELDS.map((field) => fields[field]).filter((value) => typeof value === 'string');
  const listed = LIST_FIELDS.flatMap((field) => (Array.isArray(fields[field]) ? fields[field] : []));
  return [...named, ...listed.flatMap(productsIn)];
}

/** What the session did within half an hour of a decision, and what was reported of it. */
function acts(decision: RankingDecision, log: readonly LoggedSignal[], reported: Acts | undefined): Acts {
  const clicked = new Set(reported?.clicked);
  const bought = new Set(reported?.bought);
  for (const { type, value, at } of log) {
    if (value === undefined || at < decision.at || at > decision.at + WITHIN || !CLICKS.has(type)) continue;
    const product = type === 'dwell' ? value.slice(0, value.lastIndexOf(':')) : value;
    clicked.add(product);
    if (type === 'purchase') bought.add(product);
  }
  return { clicked, bought };
}
