import { searchSignalOf } from '../../session/profile/typed-searches.ts';
import { stem } from '../../session/text/stemming.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';
import type { AskedOfList, Correction, QueryReading } from '../types.ts';
import type { Intent } from './intents.ts';
import type { SessionQuery } from './session-query.ts';
import type { SearchTerm } from './words/search-terms.ts';

/** The words of a text as they are written in it. */
const WRITTEN = /[\p{L}\p{M}\p{N}'’]+/gu;

/** How a search is read: each word that is corrected, as it was typed, with what is searched for in its place. */
export function queryReadingOf(
  query: string,
  read: readonly SearchTerm[],
  { search, priceFilter, priceSearch }: Pick<SessionQuery, 'search' | 'priceFilter' | 'priceSearch'>,
  { language }: Pick<InvertedIndex, 'language'>,
): QueryReading {
  const typed = query.trim();
  const intents = search?.said.intents ?? [];
  const { min, max } = (priceSearch === searchSignalOf(typed) && priceFilter) || {};
  const understood = {
    ...(intents.length > 0 && { asked: intents.map(askedOf) }),
    ...((min ?? max) !== undefined && {
      price: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
    }),
  };
  const meant = new Map(
    read.flatMap(({ name, corrected }) => (corrected === undefined ? [] : [[name, corrected] as const])),
  );
  if (meant.size === 0) return { typed, read: typed, ...understood };
  const corrected: Correction[] = [];
  const text = typed.replace(WRITTEN, (written) => {
    const [word, ...others] = wordsOf(foldText(written), language);
    const right = word === undefined || others.length > 0 ? undefined : meant.get(stem(word, language));
    if (right === undefined) return written;
    corrected.push({ typed: written, read: right });
    return right;
  });
  return { typed, read: text, ...(corrected.length > 0 && { corrected }), ...understood };
}

/** What answers an intent, by the name that filters take. */
export const attributeOf = ({ attribute }: Pick<Intent, 'attribute'>): string | undefined =>
  typeof attribute === 'object' ? attribute.name : attribute;

function askedOf(intent: Intent): AskedOfList {
  const { typed, direction, read } = intent;
  const attribute = attributeOf(intent);
  return {
    typed,
    ...(attribute !== undefined && { attribute }),
    ...(direction !== undefined && { order: direction === 1 ? 'ascending' : 'descending' }),
    ...(read !== undefined && { read }),
  };
}
