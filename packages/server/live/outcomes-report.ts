import type { LoggedSignal, OrganizationId, RankingDecision, SessionId, Storage } from '../storage/ports.ts';
import type { RankedRecord } from './decisions.ts';

/** What became of items that were shown. */
export interface Tally {
  readonly shown: number;
  readonly clicked: number;
  readonly bought: number;
}

/** Places of a page, counted from 1, taken together where they are many. */
export interface PositionRow extends Tally {
  readonly from: number;
  /** `null`: and beyond. */
  readonly to: number | null;
}

/**
 * What became of what a factor put forward: each shown item counts for each factor by the factor's share of its score.
 */
export interface FactorRow extends Tally {
  readonly factor: string;
}

/** Rankings joined with what was shown of them, and what shoppers did with it. */
export interface OutcomesReport {
  readonly since: number;
  readonly decisions: number;
  /** Decisions of which at least one item was shown. */
  readonly shownDecisions: number;
  /** Exposures that name no decision that is kept. */
  readonly unmatched: number;
  readonly total: Tally;
  readonly positions: readonly PositionRow[];
  readonly factors: readonly FactorRow[];
}

/** A look or a purchase counts for a ranking when it follows within this time; ms. */
const WITHIN = 30 * 60_000;
/** Positions from here on are taken together by tens, and from 50 on as one. */
const SINGLE_POSITIONS = 10;
const LAST_POSITIONS = 50;

const CLICKS = new Set(['product_view', 'dwell', 'compare', 'wishlist_add', 'cart_add', 'purchase']);
const PURCHASE_EVENT = /purchase|order|bought|checkout[_ -]?(complete|success)/i;
const CLICK_EVENT = /click|select|view|cart|wish|purchase|order|bought/i;
/** Fields of an event's data that name its product, or list products. */
const PRODUCT_FIELDS = ['productId', 'product_id', 'itemId', 'item_id', 'id', 'sku'] as const;
const LIST_FIELDS = ['productIds', 'items', 'products'] as const;

interface Shown {
  readonly itemId: string;
  readonly position: number | undefined;
  readonly at: number;
}

/** Joins rankings, exposures, events and signals of an organization since a time. */
export async function outcomesReport(
  storage: Pick<Storage, 'outcomes' | 'sessions'>,
  organizationId: OrganizationId,
  since: number,
): Promise<OutcomesReport> {
  const { outcomes, sessions } = storage;
  const shownBy = new Map<string, Shown[]>();
  let unmatched = 0;
  for await (const { decisionId, itemId, position, at, matched } of outcomes.exposures(
    organizationId,
    since,
  )) {
    if (!matched) {
      unmatched++;
      continue;
    }
    const shown = shownBy.get(decisionId);
    if (shown === undefined) shownBy.set(decisionId, [{ itemId, position, at }]);
    else shown.push({ itemId, position, at });
  }
  const reported = await reportedActs(outcomes.events(organizationId, since));

  const sums = new Sums();
  let decisions = 0;
  let shownDecisions = 0;
  let log: { readonly sessionId: SessionId; readonly signals: readonly LoggedSignal[] } | undefined;
  for await (const decision of outcomes.decisions(organizationId, since)) {
    decisions++;
    const shown = shownBy.get(decision.id);
    if (shown === undefined) continue;
    shownDecisions++;
    const { sessionId } = decision;
    if (log?.sessionId !== sessionId) {
      log = { sessionId, signals: await sessions.log(organizationId, sessionId) };
    }
    sums.add(decision, shown, acts(decision, log.signals, reported.get(decision.id)));
  }
  return { since, decisions, shownDecisions, unmatched, ...sums.report() };
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
    let acts = reported.get(decisionId);
    if (acts === undefined) {
      acts = { clicked: new Set(), bought: new Set() };
      reported.set(decisionId, acts);
    }
    for (const product of productsIn(JSON.parse(data) as unknown)) {
      if (CLICK_EVENT.test(name)) acts.clicked.add(product);
      if (PURCHASE_EVENT.test(name)) acts.bought.add(product);
    }
  }
  return reported;
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

class Sums {
  readonly #total = tally();
  readonly #positions = new Map<number, ReturnType<typeof tally>>();
  readonly #factors = new Map<string, ReturnType<typeof tally>>();

  add(decision: RankingDecision, shown: readonly Shown[], { clicked, bought }: Acts): void {
    const ranked = JSON.parse(decision.ranked) as RankedRecord;
    const placeOf = new Map(ranked.map(([id], place) => [id, place]));
    for (const { itemId, position } of shown) {
      const place = placeOf.get(itemId);
      const wasClicked = clicked.has(itemId);
      const wasBought = bought.has(itemId);
      count(this.#total, 1, wasClicked, wasBought);
      const at = position ?? (place === undefined ? undefined : place + 1);
      if (at !== undefined) count(entry(this.#positions, firstOfRow(at)), 1, wasClicked, wasBought);
      if (place === undefined) continue;
      const [, score, contributions] = ranked[place]!;
      for (const [factor, contribution] of Object.entries(contributions)) {
        count(entry(this.#factors, factor), contribution / score, wasClicked, wasBought);
      }
    }
  }

  report(): Pick<OutcomesReport, 'total' | 'positions' | 'factors'> {
    return {
      total: this.#total,
      positions: [...this.#positions]
        .sort(([a], [b]) => a - b)
        .map(([from, sums]) => ({ from, to: lastOfRow(from), ...sums })),
      factors: [...this.#factors]
        .map(([factor, sums]) => ({ factor, ...sums }))
        .sort((a, b) => b.shown - a.shown || (a.factor < b.factor ? -1 : 1)),
    };
  }
}

const tally = (): { shown: number; clicked: number; bought: number } => ({ shown: 0, clicked: 0, bought: 0 });

function entry<K>(map: Map<K, ReturnType<typeof tally>>, key: K): ReturnType<typeof tally> {
  let sums = map.get(key);
  if (sums === undefined) {
    sums = tally();
    map.set(key, sums);
  }
  return sums;
}

function count(sums: ReturnType<typeof tally>, share: number, clicked: boolean, bought: boolean): void {
  sums.shown += share;
  if (clicked) sums.clicked += share;
  if (bought) sums.bought += share;
}

function firstOfRow(position: number): number {
  if (position <= SINGLE_POSITIONS) return position;
  return position > LAST_POSITIONS ? LAST_POSITIONS + 1 : Math.floor((position - 1) / 10) * 10 + 1;
}

function lastOfRow(first: number): number | null {
  if (first <= SINGLE_POSITIONS) return first;
  return first > LAST_POSITIONS ? null : first + 9;
}
