import {
  type FallbackReason,
  type Product,
  type SearchAnswer,
  type SearchOptions,
  type Signal,
  search,
  track,
} from '@decidable/sdk';
import { useMemo } from 'react';
import { useAnswer } from './use-answer.ts';

export interface RankingOptions extends SearchOptions {
  /** What the shopper did by coming here; sent with the question, so that it counts in the ranking. */
  readonly signals?: readonly Signal[];
}

export interface Ranking<P extends Product> {
  /** The given products, in the order to show: the page's own until the service has answered, or if it does not. */
  readonly items: readonly P[];
  /** Whether the service is still to answer. */
  readonly pending: boolean;
  /** For `<Exposure>`; absent while the order is the page's own. */
  readonly decisionId?: string | undefined;
  /** Why the order is the page's own although the service was asked. */
  readonly reason?: FallbackReason | undefined;
  /** The whole answer: scores, and why each product has its place. */
  readonly answer?: SearchAnswer<P> | undefined;
}

const NONE: readonly never[] = [];

/**
 * Ranks the given products for the visitor, of which some may still be loading (`undefined`). On a server and in the
 * first rendering of a browser the order is the page's own, so that both render the same. The service is asked again when
 * the ids, the options or the signals change.
 */
export function useRanking<P extends Product>(
  products: readonly P[] | undefined,
  options: RankingOptions = {},
): Ranking<P> {
  const given = products ?? NONE;
  const { answer } = useAnswer([given.map(({ id }) => id), options], async () => {
    if (given.length === 0) return undefined;
    const { signals = NONE, ...rest } = options;
    // The search brings them.
    if (signals.length > 0) void track(signals);
    return search(given, rest);
  });
  return useMemo(
    () => ({
      items: inOrder(given, answer),
      pending: answer === undefined && (products === undefined || products.length > 0),
      decisionId: answer?.decisionId,
      reason: answer?.fallback ? answer.reason : undefined,
      answer,
    }),
    [given, products, answer],
  );
}

/** The products as given now: an answer may be older than their prices. */
function inOrder<P extends Product>(
  products: readonly P[],
  answer: SearchAnswer<P> | undefined,
): readonly P[] {
  if (answer === undefined) return products;
  const byId = new Map(products.map((product) => [product.id, product]));
  return answer.results.flatMap(({ id }) => byId.get(id) ?? []);
}
