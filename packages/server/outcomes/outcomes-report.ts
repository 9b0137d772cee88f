import type { RankedRecord } from '../ranking/decision-record.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { type ExposedDecision, exposedDecisions } from './exposed-decisions.ts';

/** Outcomes of the items that were shown. */
export interface Tally {
  readonly shown: number;
  readonly clicked: number;
  readonly bought: number;
}

/** A range of positions on a page, counted from 1. */
export interface PositionRow extends Tally {
  readonly from: number;
  /** `null` for an open range. */
  readonly to: number | null;
}

/** Outcomes by factor: each shown item counts for each factor by the factor's share of its score. */
export interface FactorRow extends Tally {
  readonly factor: string;
}

/** Rankings joined with their exposures and outcomes. */
export interface OutcomesReport {
  /** ms since the epoch */
  readonly since: number;
  readonly decisions: number;
  /** Pairs of a decision and a session that saw an item of it; several sessions may see one from a cache. */
  readonly shownDecisions: number;
  /** Exposures without a stored decision. */
  readonly unmatched: number;
  readonly total: Tally;
  readonly positions: readonly PositionRow[];
  readonly factors: readonly FactorRow[];
}

/** Positions beyond the first are grouped by tens, beyond the second as one group. Set by hand. */
const SINGLE_POSITIONS = 10;
const LAST_POSITIONS = 50;

/**
 * Joins the rankings, exposures, events and signals of an organization, and adds them up.
 *
 * @param since ms since the epoch
 * @throws StoreUnavailable
 */
export async function outcomesReport(
  storage: Pick<Storage, 'outcomes' | 'sessions'>,
  organizationId: OrganizationId,
  since: number,
): Promise<OutcomesReport> {
  const counts = { unmatched: 0 };
  const sums = new Sums();
  let shownDecisions = 0;
  for await (const exposed of exposedDecisions(storage, organizationId, since, counts)) {
    shownDecisions++;
    sums.add(exposed);
  }
  const decisions = await storage.outcomes.countDecisions(organizationId, since);
  return { since, decisions, ...counts, shownDecisions, ...sums.report() };
}

class Sums {
  readonly #total = zero();
  readonly #positions = new Map<number, Sum>();
  readonly #factors = new Map<string, Sum>();

  add({ decision, items }: ExposedDecision): void {
    const ranked = JSON.parse(decision.ranked) as RankedRecord;
    const placeOf = new Map(ranked.map(([id], place) => [id, place]));
    for (const { itemId, position, clicked, bought } of items) {
      const place = placeOf.get(itemId);
      count(this.#total, 1, clicked, bought);
      const at = position ?? (place === undefined ? undefined : place + 1);
      if (at !== undefined) count(entry(this.#positions, firstOfRow(at)), 1, clicked, bought);
      if (place === undefined) continue;
      const [, score, contributions] = ranked[place];
      // A result with the score 0 of its own search engine has no share of any factor.
      if (score === 0) continue;
      for (const [factor, contribution] of Object.entries(contributions)) {
        count(entry(this.#factors, factor), contribution / score, clicked, bought);
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

/** A mutable tally. */
type Sum = { -readonly [K in keyof Tally]: Tally[K] };

const zero = (): Sum => ({ shown: 0, clicked: 0, bought: 0 });

function entry<K>(map: Map<K, Sum>, key: K): Sum {
  let sums = map.get(key);
  if (sums === undefined) {
    sums = zero();
    map.set(key, sums);
  }
  return sums;
}

function count(sums: Sum, share: number, clicked: boolean, bought: boolean): void {
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
