import type { Warning } from '@decidable/contract';
import type { Column } from '@decidable/engine/ranking';
import { handleOf } from '@decidable/engine/session';

const MOST_NAMED = 3;
/** Of a catalogue with more categories than this the first are compared: a look takes a few ms. */
const MOST_COMPARED = 5_000;
/** Categories that have less in common with the name than this are not what was meant. */
const LEAST_ALIKE = 0.4;

/** Pairs of neighbouring characters, the edges of words included, so that short words count as well. */
function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>();
  for (const word of handleOf(name).split('-')) {
    const edged = `-${word}-`;
    for (let i = 0; i + 1 < edged.length; i++) pairs.add(edged.slice(i, i + 2));
  }
  return pairs;
}

/** How alike two sets are: the coefficient of Dice (1945), 0 to 1. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared++;
  return (2 * shared) / (a.size + b.size);
}

/** The categories whose names are most like `name`, best first. */
function nearCategories({ labels }: Column, name: string): string[] {
  const wanted = pairsOf(name);
  return labels
    .slice(0, MOST_COMPARED)
    .map((label) => ({ label, likeness: alike(wanted, pairsOf(label)) }))
    .filter(({ likeness }) => likeness >= LEAST_ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_NAMED)
    .map(({ label }) => label);
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Tells that a catalogue has no category of the name that was asked for, and which it has. */
export function unknownCategory(categories: Column | undefined, name: string): Warning {
  const warning = { code: 'unknown_category', field: 'category' };
  if (categories === undefined) {
    const message = `Nothing was ranked: the catalogue has no column that names categories, so none is "${name}".`;
    return { ...warning, message };
  }
  const near = nearCategories(categories, name);
  const hint =
    near.length > 0
      ? `Near it: ${quoted(near)}.`
      : `It has, for example: ${quoted(categories.labels.slice(0, MOST_NAMED))}.`;
  return { ...warning, message: `Nothing was ranked: the catalogue has no category "${name}". ${hint}` };
}
