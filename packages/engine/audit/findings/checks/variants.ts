import { isLink } from '../../../catalogue/columns/askability.ts';
import type { Concept } from '../../../catalogue/columns/header-names.ts';
import { columnName } from '../../../catalogue/columns/role-names.ts';
import type { Attribute } from '../../../catalogue/types.ts';
import { recordedCells } from '../../../primitives/cell-counts.ts';
import { hashNumber } from '../../../primitives/hash.ts';
import type { FindingCollector } from '../finding-collector.ts';
import type { MarketplaceTable } from '../marketplace-table.ts';

/** Columns that differ between any two rows, or that do not say what a product is. */
const NOT_COMPARED: readonly Concept[] = [
  'identifier',
  'title',
  'link',
  'image',
  'picture',
  'text',
  'price',
  'money',
  'availability',
  'feedback',
  'merchandising',
  'operational',
];
const FACTS: readonly Concept[] = ['fact', 'measure', 'name'];

/**
 * Whether variants may differ by a column: by all but ids, links, running texts, money and what the shop does with them. Its
 * name decides, as values of a fact may be as many as products: a pattern of each print.
 */
function tellsVariantsApart({ name, notQuestion, values }: Attribute): boolean {
  const { concepts } = columnName(name);
  if (notQuestion === 'operational' || NOT_COMPARED.some((concept) => concepts.has(concept))) return false;
  if (2 * values.filter(({ label }) => isLink(label)).length > values.length) return false;
  if (FACTS.some((concept) => concepts.has(concept))) return true;
  return notQuestion !== 'text' && !concepts.has('reference');
}

/** Columns that are named. Set by hand. */
const MAX_NAMED = 4;

/** Variants of one group that no column tells apart. */
export function checkVariants(
  findings: FindingCollector,
  { attributes, columns: { group } }: MarketplaceTable,
): void {
  if (group === undefined) return;
  const facts = attributes.filter(
    (attribute) => attribute !== group && recordedCells(attribute.cell) > 0 && tellsVariantsApart(attribute),
  );
  const { cell, cells, values } = group;
  const columns = [group, ...facts];
  // Most products are unlike all others already by a hash, which costs a fifth of a key.
  const candidates = sharing(hashes(columns), (product) => cell[product] >= 0);
  const keys = candidates.map((product) => columns.map((column) => column.cell[product]).join());
  for (const at of sharing(keys, () => true)) {
    const product = candidates[at];
    findings.add('variant-without-difference', group.name, product, values[cells[cell[product]][0]].label);
  }
  findings.describe('variant-without-difference', named(facts.map(({ name }) => name)));
}

/** Per product a hash of its cells: equal for equal cells. */
function hashes(columns: readonly Attribute[]): Int32Array {
  const hash = new Int32Array(columns[0].cell.length);
  for (const { cell } of columns)
    for (let product = 0; product < hash.length; product++)
      hash[product] = hashNumber(cell[product] + 1, hash[product]);
  return hash;
}

/** The indices of those that have what another one has, in order. */
function sharing<Key>(keys: ArrayLike<Key>, counts: (at: number) => boolean): number[] {
  const first = new Map<Key, number>();
  const shared = new Uint8Array(keys.length);
  for (let at = 0; at < keys.length; at++) {
    if (!counts(at)) continue;
    const other = first.get(keys[at]);
    if (other === undefined) first.set(keys[at], at);
    else shared[other] = shared[at] = 1;
  }
  return [...shared.keys()].filter((at) => shared[at] === 1);
}

function named(names: readonly string[]): string {
  if (names.length === 0) return 'all columns that say what a product is';
  const sorted = names.toSorted();
  const rest = names.length - MAX_NAMED;
  const parts = rest > 1 ? [...sorted.slice(0, MAX_NAMED), `${rest} more columns`] : sorted;
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
