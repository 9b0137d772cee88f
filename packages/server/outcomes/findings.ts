import { type CatalogueIndex, rank } from '@decidable/engine/ranking';
import { foldText, SIGNAL_TYPES } from '@decidable/engine/session';
import type { Shop } from '../shops/shop.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { inTurns, Pace } from '../time-slices.ts';
import { productsIn } from './exposed-decisions.ts';
import type { OutcomesReport } from './outcomes-report.ts';

/** Something about a shop's integration or catalogue that costs it outcomes, with the fix. */
export interface Finding {
  readonly code:
    | 'unknown_products_in_signals'
    | 'unknown_products_in_events'
    | 'decisions_not_shown'
    | 'exposures_unmatched'
    | 'searches_without_results';
  /** How many, and of how many. */
  readonly count: number;
  readonly of: number;
  readonly message: string;
  readonly fix: string;
  /** The most frequent first. */
  readonly examples: readonly { readonly text: string; readonly count: number }[];
}

/** A smaller share is chance: a product that was removed, a click that was lost. Set by hand. */
const LEAST_SHARE = 0.02;
/** Rankings that nobody sees are usual below this share: lists further down a page, prefetched pages. Set by hand. */
const LEAST_SHOWN = 0.5;
const MOST_EXAMPLES = 10;
/** Different searches that are tried, the most frequent. Set by hand. */
const MOST_SEARCHES = 300;

/** Counts by text. */
class Tally {
  readonly counts = new Map<string, number>();
  total = 0;

  add(text: string): void {
    this.total++;
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  top(most: number): { text: string; count: number }[] {
    return [...this.counts]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
      .slice(0, most);
  }
}

/**
 * What of the signals, events and rankings since a time cannot have worked as it was meant, in the order of how much it
 * costs. Sessions are read one at a time, and searches are tried as those of a new session; other requests have turns.
 *
 * @param since ms since the epoch
 * @throws StoreUnavailable
 */
export async function findings(
  storage: Pick<Storage, 'sessions' | 'outcomes'>,
  shop: Shop,
  organizationId: OrganizationId,
  since: number,
  report: Pick<OutcomesReport, 'decisions' | 'shownDecisions' | 'unmatched' | 'total'>,
): Promise<readonly Finding[]> {
  const { ids, size } = shop.index;
  const isUnknown = (product: string) => size > 0 && ids.find(product.normalize()) === undefined;
  const pace = new Pace(organizationId);
  const unknown = new Tally();
  const searches = new Tally();
  let interactions = 0;
  for await (const { signals } of storage.sessions.since(organizationId, since)) {
    for (const { type, value, at } of signals) {
      if (value === undefined || at < since) continue;
      if (type === 'search') searches.add(foldText(value).trim());
      else if (SIGNAL_TYPES[type]?.interaction !== undefined) {
        interactions++;
        if (isUnknown(value)) unknown.add(value);
      }
    }
    await pace.rest();
  }
  const inEvents = new Tally();
  let named = 0;
  for await (const { data } of storage.outcomes.events(organizationId, since)) {
    await pace.rest();
    const products = data === undefined ? [] : productsIn(JSON.parse(data) as unknown);
    if (products.length === 0) continue;
    named++;
    for (const product of new Set(products)) if (isUnknown(product)) inEvents.add(product);
  }
  const fruitless = size === 0 ? [] : await searchesWithoutResults(shop, organizationId, searches);
  return [
    {
      code: 'searches_without_results' as const,
      count: fruitless.reduce((sum, { count }) => sum + count, 0),
      of: searches.total,
      message: 'Searches for which the catalogue has no match, as it is now.',
      fix: 'Give synonyms for what you sell under another name ("decidable synonyms import"), or record the attribute that is asked for. What you do not sell tells you what is wanted.',
      examples: fruitless.slice(0, MOST_EXAMPLES),
    },
    {
      code: 'unknown_products_in_signals' as const,
      count: unknown.total,
      of: interactions,
      message: 'Signals about products that the catalogue does not have: they move nothing.',
      fix: 'Send the ids of the column that the catalogue was imported with (a SKU is not a variant id), or import the newest export.',
      examples: unknown.top(MOST_EXAMPLES),
    },
    {
      code: 'unknown_products_in_events' as const,
      count: inEvents.total,
      of: named,
      message: 'Events whose product the catalogue does not have: clicks and purchases are not counted.',
      fix: 'Send the id of the product as "productId" in the data of the event, as the catalogue has it.',
      examples: inEvents.top(MOST_EXAMPLES),
    },
    {
      code: 'exposures_unmatched' as const,
      count: report.unmatched,
      of: report.unmatched + report.total.shown,
      message: 'Shown products of rankings that are not stored: they are joined with nothing.',
      fix: 'Send the decisionId of the answer that the list was made of; lists from a cache keep the decisionId with them.',
      examples: [],
    },
    {
      code: 'decisions_not_shown' as const,
      count: Math.max(0, report.decisions - report.shownDecisions),
      of: report.decisions,
      message: 'Rankings of which nobody was shown a product, as far as was reported.',
      fix: 'Call exposure() with the decisionId and the products that are visible: without it nothing is learned from what is not clicked.',
      examples: [],
    },
  ].filter(({ code, count, of }) => {
    const least = code === 'decisions_not_shown' ? LEAST_SHOWN : LEAST_SHARE;
    return count > 0 && count >= least * of;
  });
}

async function searchesWithoutResults(
  shop: Shop,
  organizationId: OrganizationId,
  searches: Tally,
): Promise<{ text: string; count: number }[]> {
  const found = await inTurns(
    (function* () {
      const without: { text: string; count: number }[] = [];
      for (const search of searches.top(MOST_SEARCHES)) {
        yield;
        if (search.text !== '' && !findsAny(shop.index, shop.learned.model, search.text))
          without.push(search);
      }
      return without;
    })(),
    organizationId,
  );
  return found;
}

/** Whether the first product for a search in a new session is there for a word of it. */
function findsAny(index: CatalogueIndex, model: Shop['learned']['model'], query: string): boolean {
  const { items } = rank({ profile: undefined, index, model, now: 0, limit: 1, query });
  return items[0]?.scoreBreakdown.some(
    ({ factor, contribution }) => factor === 'keyword' && contribution > 0,
  );
}
