import type { Attribute, Catalogue } from '@decidable/engine/catalogue';
import { type Roles, variantsOf } from '@decidable/engine/ranking';
import { isLink } from '../../../packages/engine/catalogue/columns/askability.ts';
import { plainText } from '../../../packages/engine/catalogue/texts/plain-text.ts';
import { Random } from '../../../packages/engine/primitives/random.ts';
import { signsOf } from '../../../packages/engine/ranking/indexing/codes/code-signs.ts';
import { holdsCodes } from '../../../packages/engine/ranking/indexing/codes/code-table.ts';

/** What a cell is to who types it. A name brings its product first; a value and a text bring it among the matches. */
export const SORTS = ['id', 'code', 'title', 'value', 'text'] as const;
export type Sort = (typeof SORTS)[number];

/** A public cell of a product, typed in full. */
export interface TypedCell {
  readonly column: string;
  readonly sort: Sort;
  readonly product: number;
  readonly query: string;
  /** All products that have the cell. */
  readonly having: ReadonlySet<number>;
}

/** Characters of the longest search that the service takes. */
const MAX_QUERY = 512;
/** Words of a text that somebody may type. */
const MAX_WORDS = 8;

const HAS_WORD = /\p{L}{2}|\p{Script=Han}/u;

function sortOf(attribute: Attribute, roles: Roles): Sort | undefined {
  const { name, kind, notQuestion } = attribute;
  if (name === roles.title) return 'title';
  const others = [roles.price, roles.salePrice, roles.image, roles.url, roles.availability];
  if (others.includes(name) || notQuestion === 'operational') return undefined;
  if (holdsCodes(attribute)) return 'code';
  if (kind === 'text') return 'text';
  // Who types a number or a date alone means no column by it.
  return kind === 'category' || kind === 'list' || kind === 'constant' ? 'value' : undefined;
}

/** Cells of every public column, drawn by a seed: at most so many a column. */
export function typedCellsOf(
  catalogue: Catalogue,
  roles: Roles,
  count: number,
  seed: number,
): readonly TypedCell[] {
  const random = new Random(seed);
  const { listed, family } = variantsOf(catalogue, roles);
  const families = new Set(
    Array.from(listed ?? [], (product) => family?.[product] ?? -1).filter((each) => each >= 0),
  );
  /** What a shop hides is public no more, unless a variant of it is sold. */
  const isShown = (product: number): boolean =>
    listed === undefined || listed.includes(product) || families.has(family?.[product] ?? -1);
  const named = productsBySigns(catalogue, roles);
  const ofIds = draw(catalogue.ids.length, count, random).map(
    (product): TypedCell => ({
      column: catalogue.idColumn ?? 'id',
      sort: 'id',
      product,
      query: catalogue.ids[product].slice(0, MAX_QUERY),
      having: new Set([product]),
    }),
  );
  const drawn = catalogue.attributes.flatMap((attribute) => {
    const sort = sortOf(attribute, roles);
    return sort === undefined ? [] : cellsOf(attribute, sort, count, random);
  });
  return [...ofIds, ...drawn]
    .filter(({ product }) => isShown(product))
    .map((cell) => {
      const alike =
        cell.sort === 'value' || cell.sort === 'text' ? undefined : named.get(signsOf(cell.query));
      return alike === undefined ? cell : { ...cell, having: cell.having.union(alike) };
    });
}

/** The products that ids, codes and titles name alike: a number may be the id of one and the model of another. */
function productsBySigns(
  { ids, attributes }: Catalogue,
  roles: Roles,
): ReadonlyMap<string, ReadonlySet<number>> {
  const named = new Map<string, Set<number>>();
  const add = (text: string, product: number): void => {
    const signs = signsOf(text);
    named.set(signs, (named.get(signs) ?? new Set()).add(product));
  };
  ids.forEach(add);
  for (const attribute of attributes) {
    if (attribute.name !== roles.title && !holdsCodes(attribute)) continue;
    attribute.cell.forEach((cell, product) => {
      for (const value of attribute.cells[cell] ?? []) add(plainText(attribute.values[value].label), product);
    });
  }
  return named;
}

function cellsOf(attribute: Attribute, sort: Sort, count: number, random: Random): readonly TypedCell[] {
  const { name, cell, cells, values } = attribute;
  const recorded = Array.from(cell.keys()).filter((product) => cell[product] >= 0);
  return draw(recorded.length, count, random).flatMap((k): TypedCell[] => {
    const product = recorded[k];
    const [value] = cells[cell[product]];
    const label = plainText(values[value].label).trim();
    const query = sort === 'text' ? label.split(/\s+/).slice(0, MAX_WORDS).join(' ') : label;
    if (query.length > MAX_QUERY || isLink(query) || !(sort === 'code' || HAS_WORD.test(query))) return [];
    const having = new Set(recorded.filter((other) => cells[cell[other]].includes(value)));
    return [{ column: name, sort, product, query, having }];
  });
}

/** So many of the numbers below a length, each once. */
function draw(length: number, count: number, random: Random): readonly number[] {
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, length)) drawn.add(random.below(length));
  return [...drawn];
}
