import type { Client, Signal } from '@decidable/sdk';
import { type InsightsEvent, signalsOf } from './insights.ts';

/** A hit, as every engine of InstantSearch answers it. */
export interface Hit {
  readonly objectID: string;
  readonly [attribute: string]: unknown;
}

/** What a ranked hit has beside its own attributes. */
export interface Ranked {
  /** For `Decidable.observe(element, decisionId, { id: objectID, position: rank })`. */
  readonly decidable: { readonly decisionId: string; readonly rank: number };
}

interface Request {
  readonly indexName?: string;
}

interface Result {
  readonly hits?: readonly Hit[];
  readonly query?: string;
}

/** A search client of InstantSearch: Algolia's, or the adapter of Typesense, Meilisearch, Elasticsearch or another. */
export interface SearchClient {
  search(requests: readonly Request[], ...others: never[]): Promise<{ readonly results: readonly unknown[] }>;
}

export interface Options {
  /**
   * The index, or the indices, whose hits are ranked. Others keep their order, as those that a shopper has sorted by price do.
   * Default: the index that is asked first.
   */
  readonly indexName?: string | readonly string[];
  /**
   * Attributes of hits that the service is told of, for shops whose catalogue it does not hold. Default: none, only ids.
   */
  readonly attributes?: readonly string[];
  /** How far the session may change the order, from 0. Default: as `rerank` has it. */
  readonly strength?: number;
}

/** Queries that are remembered for the products that they found. */
const REMEMBERED = 1_000;

/**
 * Lets the sessions of Decidable order the hits of InstantSearch, and learn from what shoppers do with them.
 *
 * @param decidable the SDK: its module, or the global `Decidable`, also before its script has arrived
 * @returns a search client in place of the given one, and what InstantSearch's `insights` takes as `onEvent`
 */
export function withDecidable<Given extends SearchClient>(
  decidable: Pick<Client, 'rerank' | 'track'>,
  searchClient: Given,
  { indexName, attributes = [], strength }: Options = {},
): { readonly searchClient: Given; onEvent(event: InsightsEvent, aa?: unknown): void } {
  /** The query that found a product last. */
  const queryOf = new Map<string, string>();
  /** Products of which this moment's events say something. */
  const acted = new Set<string>();
  let ranked = indexName === undefined ? undefined : [indexName].flat();
  let searched: string | undefined;

  async function order(hits: readonly Hit[], query: string): Promise<readonly Hit[]> {
    const sent = hits.map((hit) => ({
      ...Object.fromEntries(attributes.map((attribute) => [attribute, hit[attribute]])),
      id: hit.objectID,
    }));
    const answer = await decidable.rerank(sent, {
      ...(query !== '' && { query }),
      ...(strength !== undefined && { strength }),
      explain: false,
    });
    if (answer.fallback) return hits;
    const { decisionId } = answer;
    const left = new Map(hits.map((hit) => [hit.objectID, hit]));
    const first = answer.results.flatMap(({ id, rank }) => {
      const hit = left.get(`${id}`);
      left.delete(`${id}`);
      return hit === undefined ? [] : [{ ...hit, decidable: { decisionId, rank } }];
    });
    return [...first, ...left.values()];
  }

  async function rank(result: Result): Promise<Result> {
    const { hits = [], query = '' } = result;
    for (const { objectID } of query === '' ? [] : hits) {
      queryOf.delete(objectID);
      queryOf.set(objectID, query);
    }
    for (const [oldest] of [...queryOf].slice(0, Math.max(0, queryOf.size - REMEMBERED)))
      queryOf.delete(oldest);
    return hits.length < 2 ? result : { ...result, hits: await order(hits, query) };
  }

  const search = async (requests: readonly Request[], ...others: never[]) => {
    const answer = await searchClient.search(requests, ...others);
    ranked ??= requests[0]?.indexName === undefined ? undefined : [requests[0].indexName];
    const results = answer.results.map((result, at) =>
      ranked?.includes(`${requests[at]?.indexName}`) ? rank(result as Result) : result,
    );
    return { ...answer, results: await Promise.all(results) };
  };

  function learn(event: InsightsEvent): void {
    const signals: Signal[] = [];
    for (const signal of signalsOf(event)) {
      const value = `${signal.value}`;
      // InstantSearch takes each click within a hit for a click on it, that on its button to buy as well.
      if (event.eventModifier === 'internal' && acted.has(value)) continue;
      acted.add(value);
      // As it is typed, a query is no search yet: it is one when something that it found is chosen.
      const query = queryOf.get(value);
      if (query !== undefined && query !== searched) signals.push({ type: 'search', value: query });
      searched = query ?? searched;
      signals.push(signal);
    }
    setTimeout(() => acted.clear());
    if (signals.length > 0) void decidable.track(signals);
  }

  return {
    // All else of the client stays: InstantSearch asks Algolia's for more than searches.
    searchClient: Object.create(searchClient, { search: { value: search } }) as Given,
    onEvent(event, aa) {
      learn(event);
      if (typeof aa === 'function' && event.insightsMethod !== undefined)
        aa(event.insightsMethod, event.payload);
    },
  };
}

export type { InsightsEvent };
