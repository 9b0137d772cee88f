import { lineOf, SHELVES } from '../../catalogue/shelves/shelves.ts';
import data from './marketplaces.json' with { type: 'json' };

interface Rule {
  readonly degree: string;
  readonly attributes: readonly string[];
  readonly within?: readonly string[];
  readonly except?: readonly string[];
}

/** What a marketplace asks of the products of a shelf, as ids of attributes. */
export interface Asked {
  readonly marketplace: string;
  readonly required: readonly string[];
  readonly recommended: readonly string[];
}

/** What each marketplace asks of a shelf. */
export function askedByMarketplaces(shelf: number): readonly Asked[] {
  return data.marketplaces.map(({ marketplace, rules }) => {
    const asked = (degree: string) =>
      (rules as readonly Rule[])
        .filter((rule) => rule.degree === degree && holds(rule, shelf))
        .flatMap(({ attributes }) => attributes);
    return { marketplace, required: asked('required'), recommended: asked('recommended') };
  });
}

function holds({ within, except = [] }: Rule, shelf: number): boolean {
  const paths = pathsOf(shelf);
  const isBelow = (place: string) => paths.some((path) => path === place || path.startsWith(`${place} > `));
  return paths.length > 0 && !except.some(isBelow) && (within === undefined || within.some(isBelow));
}

/** The places of a shelf in the taxonomy, or of the next one that holds it. */
function pathsOf(shelf: number): readonly string[] {
  for (const each of lineOf(shelf)) {
    const { google } = SHELVES[each];
    if (google !== undefined) return google.map(({ path }) => path);
  }
  return [];
}
