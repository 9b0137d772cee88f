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
   * The index, or the indices, whose hits are ranked: not those that sort by price or suggest queries, which keep their order.
   */
  readonly indexName: string | readonly string[];
  /**
   * Attributes of hits that the service is told of, for shops whose catalogue it does not hold. Default: none, only ids.
   */
  readonly attributes?: readonly string[];
  /** How far the session may change the order, from 0. Default: as `rerank` has it. */
  readonly strength?: number;
}

/** Products of which the query is remembered that found them last. */
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
  { indexName, attributes = [], strength }: Options,
): { readonly searchClient: Given; onEvent(event: InsightsEvent, aa?: unknown): void } {
  /** The query that found a product last. */
  const queryOf = new Map<string, string>();
  /** Products of which this moment's events say something. */
  const acted = new Set<string>();
  /** Hits of the last answer that were handed on as viewed: InstantSearch says so again with each rendering. */
  const viewed = new Set<string>();
  const ranked = new Set([indexName].flat());
  let searched: string | undefined;
  /** What InstantSearch puts in the place of `search`, around it. */
  let replaced: typeof search | undefined;

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
    // One product may be several hits, as where results are merged.
    const left = Map.groupBy(hits, ({ objectID }) => objectID);
    const first = answer.results.flatMap(({ id, rank }) => {
      const own = left.get(`${id}`) ?? [];
      left.delete(`${id}`);
      return own.map((hit) => ({ ...hit, decidable: { decisionId, rank } }));
    });
    return [...first, ...[...left.values()].flat()];
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
    viewed.clear();
    const results = answer.results.map((result, at) =>
      ranked.has(`${requests[at]?.indexName}`) ? rank(result as Result) : result,
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
    // All else of the client stays: InstantSearch asks Algolia's for more than searches, and puts its own search over it.
    searchClient: new Proxy(searchClient, {
      get(client, name) {
        if (name === 'search') return replaced ?? search;
        const value: unknown = Reflect.get(client, name);
        // A client's own methods know it, and not what stands for it.
        return typeof value === 'function' ? value.bind(client) : value;
      },
      set(client, name, value) {
        if (name !== 'search') return Reflect.set(client, name, value);
        replaced = value as typeof search;
        return true;
      },
    }),
    onEvent(event, aa) {
      learn(event);
      const { insightsMethod, payload } = event;
      if (typeof aa !== 'function' || insightsMethod === undefined) return;
      if (insightsMethod !== 'viewedObjectIDs') aa(insightsMethod, payload);
      else {
        const objectIDs = (payload?.objectIDs ?? []).filter((id) => !viewed.has(id));
        for (const id of objectIDs) viewed.add(id);
        if (objectIDs.length > 0) aa(insightsMethod, { ...payload, objectIDs });
      }
    },
  };
}

export type { InsightsEvent };
