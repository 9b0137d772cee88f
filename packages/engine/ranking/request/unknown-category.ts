import type { Warning } from '../../catalogue/types.ts';
import { handleOf } from '../../session/text/names.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { valuesNamed } from '../indexing/value-lookup.ts';

/** Categories that a message names. Set by hand. */
const MOST_NAMED = 3;
/** Categories that are compared, the first of the catalogue, so that a comparison takes a few ms. Set by hand. */
const MOST_COMPARED = 5_000;
/** Least similarity of a category that is proposed. Set by hand. */
const LEAST_SIMILARITY = 0.4;

/** The character bigrams of each word, with its edges marked, so that short words have some too. */
function bigramsOf(name: string): Set<string> {
  const bigrams = new Set<string>();
  for (const word of handleOf(name).split('-')) {
    const edged = `-${word}-`;
    for (let i = 0; i + 1 < edged.length; i++) bigrams.add(edged.slice(i, i + 2));
  }
  return bigrams;
}

/** Similarity of two sets, 0 to 1: the coefficient of L. R. Dice, Ecology 26 (1945). */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const bigram of a) if (b.has(bigram)) shared++;
  return (2 * shared) / (a.size + b.size);
}

/** The names most similar to `name`, best first; of many the first are compared. */
export function nearestNames(names: readonly string[], name: string, most = MOST_COMPARED): string[] {
  const wanted = bigramsOf(name);
  return names
    .slice(0, most)
    .map((label) => ({ label, score: similarity(wanted, bigramsOf(label)) }))
    .filter(({ score }) => score >= LEAST_SIMILARITY)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NAMED)
    .map(({ label }) => label);
}

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Whether a catalogue has a category of this name. */
export const hasCategory = ({ category }: Pick<CatalogueIndex, 'category'>, name: string): boolean =>
  category !== undefined && valuesNamed(category, name.normalize()).length > 0;

/** The warning that a catalogue has no category of the requested name; it proposes others. */
export function unknownCategory(categories: Column | undefined, name: string): Warning {
  const warning = { code: 'unknown_category', field: 'category' };
  if (categories === undefined) {
    const message = `Nothing was ranked: the catalogue has no column that names categories, so none is "${name}".`;
    return { ...warning, message };
  }
  const similar = nearestNames(categories.labels, name);
  const hint =
    similar.length > 0
      ? `Near it: ${quoted(similar)}.`
      : `It has, for example: ${quoted(categories.labels.slice(0, MOST_NAMED))}.`;
  return { ...warning, message: `Nothing was ranked: the catalogue has no category "${name}". ${hint}` };
}
