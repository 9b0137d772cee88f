import {
  type FallbackReason,
  type RankedAnswer,
  type RankedOptions,
  rankedCatalog,
  track,
} from '@decidable/sdk';
import { useAnswer } from './use-answer.ts';

export type CatalogOptions<P> = Omit<RankedOptions<P>, 'query'>;

export interface Search<P> {
  /** What was found: by the last answer, until the next one comes; `fallbackItems` where the service does not answer. */
  readonly items: RankedAnswer<P>['items'];
  /** How many the catalogue has; absent where the service does not answer. */
  readonly found?: number | undefined;
  /** Whether the service is still to answer for this query. */
  readonly pending: boolean;
  /** For `<Exposure>`. */
  readonly decisionId?: string | undefined;
  /** Why the items are the page's own although the service was asked. */
  readonly reason?: FallbackReason | undefined;
  /** The whole answer: how the query was read, facets, and why each product has its place. */
  readonly answer?: RankedAnswer<P> | undefined;
}

/**
 * Finds products of the catalogue that the service holds, and sends the `search` signal with the question. Nothing is asked
 * for an empty query, and an answer that comes too late is not shown.
 */
export function useSearch<P = never>(query: string, options: CatalogOptions<P> = {}): Search<P> {
  const isAsked = query.trim() !== '';
  const { answer, last } = useAnswer(isAsked ? [query, options] : undefined, () => {
    void track([{ type: 'search', value: query }]);
    return rankedCatalog<P>({ ...options, query });
  });
  const shown = isAsked ? last : undefined;
  return {
    items: shown?.items ?? [],
    found: shown?.fallback === false ? (shown.matched ?? shown.total) : undefined,
    pending: isAsked && answer === undefined,
    decisionId: shown?.decisionId,
    reason: shown?.fallback ? shown.reason : undefined,
    answer: shown,
  };
}
