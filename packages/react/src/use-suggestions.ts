import { type FallbackReason, type SuggestAnswer, suggest } from '@decidable/sdk';
import { useAnswer } from './use-answer.ts';

/** How long typing rests before the service is asked, ms. */
const REST = 100;

export interface SuggestionsOptions {
  /** How many. */
  readonly limit?: number;
  /** How long typing rests before the service is asked, in ms. Default: 100. */
  readonly rest?: number;
}

export interface Suggestions {
  /** Those of the last answer, until the next one comes: a list that vanishes at each letter flickers. */
  readonly suggestions: SuggestAnswer['suggestions'];
  /** Whether the service is still to answer for this query. */
  readonly pending: boolean;
  /** Why there are none although they were asked for. */
  readonly reason?: FallbackReason | undefined;
}

/** Completes what is typed. Nothing is asked for an empty query, and an answer that comes too late is not shown. */
export function useSuggestions(query: string, { limit, rest = REST }: SuggestionsOptions = {}): Suggestions {
  const isAsked = query.trim() !== '';
  const { answer, last } = useAnswer(isAsked ? [query, limit] : undefined, async (isCurrent) => {
    await new Promise((resolve) => setTimeout(resolve, rest));
    return isCurrent() ? suggest(query, limit === undefined ? {} : { limit }) : undefined;
  });
  const shown = isAsked ? last : undefined;
  return {
    suggestions: shown?.suggestions ?? [],
    pending: isAsked && answer === undefined,
    reason: shown?.fallback ? shown.reason : undefined,
  };
}
