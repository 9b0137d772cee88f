import type { Warning } from '../../catalogue/types.ts';
import { SIGNAL_TYPES } from '../../session/signals/signal-types.ts';
import { attributeAndValue } from '../../session/text/names.ts';
import type { Signal } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { columnNamed, valueNamed } from '../indexing/value-lookup.ts';
import { hasCategory, nearestNames, quoted } from './unknown-category.ts';

/** Warnings of one answer, so that a page that sends a wrong id a hundred times is told, not flooded. Set by hand. */
const MOST_WARNINGS = 3;

/** Names that a warning compares, the first of the catalogue, so that three take about a ms. Set by hand. */
const MOST_COMPARED = 500;

type Known = Pick<CatalogueIndex, 'ids' | 'size' | 'columns' | 'roles' | 'brand' | 'category'>;

/** Spellings of an id that pages and exports mix up, each looked up as it is: without a scan of the ids. */
function otherSpellings(id: string): string[] {
  // "gid://shopify/Product/123" and "123", "00123" and "123".
  const bare = id.slice(id.lastIndexOf('/') + 1).trim();
  return [
    ...[bare, bare.toLowerCase(), bare.toUpperCase(), bare.replace(/^0+(?=.)/, '')],
    ...(/^\d+$/.test(bare) ? [8, 12, 13, 14].map((digits) => bare.padStart(digits, '0')) : []),
    ...[`gid://shopify/Product/${bare}`, `gid://shopify/ProductVariant/${bare}`],
  ];
}

/** The form of an id, as far as it tells which column it comes from. */
const formOf = (id: string): string =>
  id.includes('://')
    ? 'addresses'
    : /^\d+$/.test(id)
      ? 'numbers'
      : /^[a-z0-9]+(?:-[a-z0-9]+){2,}$/.test(id)
        ? 'handles'
        : 'codes';

function unknownProduct({ ids, size }: Known, id: string): string | undefined {
  if (ids.find(id) !== undefined) return;
  const meant = otherSpellings(id).find((spelling) => ids.find(spelling) !== undefined);
  const message = `The catalogue has no product "${id}".`;
  if (meant !== undefined) return `${message} Is "${meant}" meant?`;
  const example = ids.at(Math.floor(size / 2)) ?? '';
  return formOf(id) === formOf(example)
    ? `${message} Its ids look like "${example}".`
    : `${message} It looks like one of ${formOf(id)}, while the catalogue's ids are ${formOf(example)} such as "${example}".`;
}

function nearest(names: readonly string[], name: string): string {
  const near = nearestNames(names, name, MOST_COMPARED);
  return near.length === 0 ? '' : ` Near it: ${quoted(near)}.`;
}

/** Names of categories that are remembered of a catalogue with what is wrong with them, if anything. Set by hand. */
const MOST_REMEMBERED = 500;
const remembered = new WeakMap<Column, Map<string, string | undefined>>();

/**
 * What is wrong with the name of a category. A shop sends the same few with nearly every view: looking one up takes 2 µs,
 * comparing an unknown one a third of a ms, remembering .1 µs.
 */
function unknownCategory(category: Column, name: string): string | undefined {
  let known = remembered.get(category);
  if (known === undefined) {
    known = new Map();
    remembered.set(category, known);
  }
  let problem = known.get(name);
  if (problem !== undefined || known.has(name)) return problem;
  if (!hasCategory({ category }, name)) {
    const hint =
      nearest(category.labels, name) ||
      ` The catalogue has, for example: ${quoted(category.labels.slice(0, MOST_WARNINGS))}.`;
    problem = `No product is of the category "${name}".${hint}`;
  }
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(name, problem);
  return problem;
}

function unknownFilter({ columns, roles }: Known, value: string): string | undefined {
  const [name, wanted] = attributeAndValue(value).map((part) => part.trim());
  const number = columnNamed(columns, name);
  if (number === undefined) {
    const playsRole = Object.values(roles).some(
      (column) => typeof column === 'string' && column.toLowerCase() === name.toLowerCase(),
    );
    if (playsRole) return;
    const names = columns.map((column) => column.name);
    return `The catalogue has no attribute "${name}".${nearest(names, name)}`;
  }
  const column = columns[number];
  // Ranges, paths and several values at once are read in ways of their own.
  if (column.numbers !== undefined || column.paths !== undefined || /[,|;<>]|\d\s*-/.test(wanted)) return;
  if (valueNamed(column, wanted) !== undefined) return;
  return `No product has "${wanted}" as its ${column.name}.${nearest(column.labels, wanted)}`;
}

/**
 * Warnings of signals that name a product, a category, a brand or an attribute which the catalogue does not have. The signals count
 * all the same: what they name may be new.
 *
 * @param known the catalogue; nothing is unknown while it has no product
 */
export function unknownInSignals(known: Known | undefined, signals: readonly Signal[]): Warning[] {
  const warnings: Warning[] = [];
  if (known === undefined || known.size === 0) return warnings;
  const told = new Set<string>();
  for (let i = 0; i < signals.length && warnings.length < MOST_WARNINGS; i++) {
    const { type, value } = signals[i];
    if (value === undefined || told.has(`${type}:${value}`)) continue;
    told.add(`${type}:${value}`);
    const add = (code: string, message: string | undefined): void => {
      if (message !== undefined) warnings.push({ code, message, field: `signals[${i}].value` });
    };
    if (SIGNAL_TYPES[type]?.interaction !== undefined) add('unknown_product', unknownProduct(known, value));
    else if (type === 'brand_view' && known.brand !== undefined) {
      if (valueNamed(known.brand, value) !== undefined) continue;
      add('unknown_brand', `The catalogue has no brand "${value}".${nearest(known.brand.labels, value)}`);
    } else if (type === 'category_view' && known.category !== undefined) {
      add('unknown_category', unknownCategory(known.category, value));
    } else if (type === 'attribute_filter') add('unknown_attribute', unknownFilter(known, value));
  }
  return warnings;
}
