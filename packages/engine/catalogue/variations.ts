import { ROW_JOINER } from './row-joiner.ts';
import type { RawColumn, Table } from './types.ts';

/**
 * Fills in what rows of variations leave to the row of their product, and the other way round. Shop systems that give
 * each variation a row and an id of its own write what all of them share (category, description) beside the product
 * only, and what they differ in (price) beside the variations only: cells that nobody could record, and that every
 * shopper sees filled. A variation has a kind of row that says so, and a column in which it names its product, by id or
 * by what another column calls it.
 */
export function withVariations(table: Table): Table {
  const found = parentsIn(table);
  if (found === undefined) return table;
  const { parentOf, kind, link } = found;
  const variations = parentOf.reduce((count, parent) => count + (parent < 0 ? 0 : 1), 0);
  return {
    ...table,
    columns: table.columns.map((column) =>
      column === kind || column === link ? column : shared(column, parentOf),
    ),
    warnings: [
      ...table.warnings,
      {
        code: 'variations',
        message:
          `${variations} ${variations === 1 ? 'row is a variation' : 'rows are variations'} of a product that "${link.name}" names. ` +
          'What a variation leaves empty was read from its product, and what the product leaves empty from its variations.',
      },
    ],
  };
}

interface Parents {
  /** Per product the one that it is a variation of; -1 for none. */
  readonly parentOf: Int32Array;
  /** The column that says what kind of row it is. */
  readonly kind: RawColumn;
  /** The column that names the product. */
  readonly link: RawColumn;
}

/** Kinds of rows are few; of columns with more texts none is looked at. */
const MOST_KINDS = 50;
/** `variation`, `simple, virtual`, `subscription_variation`. */
const VARIATION = /(?:^|[\s,_-])variation(?:$|[\s,])/i;

function parentsIn({ ids, columns }: Table): Parents | undefined {
  for (const kind of columns) {
    if (kind.texts.length > MOST_KINDS) continue;
    const isVariation = kind.texts.map((text) => VARIATION.test(text));
    if (!isVariation.includes(true) || !isVariation.includes(false)) continue;
    const variations = ids.flatMap((_, product) =>
      kind.cell[product] >= 0 && isVariation[kind.cell[product]] ? [product] : [],
    );
    const isChild = new Uint8Array(ids.length);
    for (const product of variations) isChild[product] = 1;
    for (const link of columns) {
      if (link === kind || !link.cell.every((cell, product) => cell < 0 || isChild[product] === 1)) continue;
      const parentOf = parentsBy(link, isChild, ids, columns);
      if (parentOf !== undefined) return { parentOf, kind, link };
    }
  }
  return undefined;
}

/** The products that a column names, if it names one for most variations and never another variation. */
function parentsBy(
  link: RawColumn,
  isChild: Uint8Array,
  ids: readonly string[],
  columns: readonly RawColumn[],
): Int32Array | undefined {
  const byId = new Map(ids.map((id, product) => [id, product]));
  const byName = calledBy(link, isChild, columns);
  const named = link.texts.map((text) => byId.get(text.replace(/^id:\s*/i, '')) ?? byName.get(text) ?? -1);
  const parentOf = new Int32Array(ids.length).fill(-1);
  let children = 0;
  let known = 0;
  for (let product = 0; product < ids.length; product++) {
    if (isChild[product] === 0) continue;
    children++;
    const parent = link.cell[product] < 0 ? -1 : named[link.cell[product]];
    if (parent < 0 || isChild[parent] === 1) continue;
    parentOf[product] = parent;
    known++;
  }
  return known > children / 2 ? parentOf : undefined;
}

/** Products by what a column calls them: the column that knows most names, and of several the one with most texts. */
function calledBy(
  link: RawColumn,
  isChild: Uint8Array,
  columns: readonly RawColumn[],
): ReadonlyMap<string, number> {
  const wanted = new Set(link.texts);
  let best: { column: RawColumn; known: number } | undefined;
  for (const column of columns) {
    if (column === link) continue;
    const known = column.texts.reduce((count, text) => count + (wanted.has(text) ? 1 : 0), 0);
    if (known === 0) continue;
    const isBetter =
      best === undefined ||
      known > best.known ||
      (known === best.known && column.texts.length > best.column.texts.length);
    if (isBetter) best = { column, known };
  }
  const called = new Map<string, number>();
  best?.column.cell.forEach((cell, product) => {
    // Not its variations, which may bear its name as well.
    if (cell >= 0 && isChild[product] === 0) called.set(best.column.texts[cell], product);
  });
  return called;
}

function shared(column: RawColumn, parentOf: Int32Array): RawColumn {
  const cell = column.cell.slice();
  const texts = [...column.texts];
  const own = new Map<number, Set<number>>();
  const isPlaceholder = new Set(column.placeholders);
  for (let product = 0; product < cell.length; product++) {
    const parent = parentOf[product];
    if (parent < 0) continue;
    if (column.cell[product] < 0) {
      if (!isPlaceholder.has(product)) cell[product] = column.cell[parent];
    } else if (column.cell[parent] < 0 && !isPlaceholder.has(parent)) {
      own.set(parent, (own.get(parent) ?? new Set()).add(column.cell[product]));
    }
  }
  const places = new Map(texts.map((text, place) => [text, place]));
  for (const [parent, held] of own) {
    const text = [...new Set([...held].flatMap((each) => column.texts[each].split(ROW_JOINER)))]
      .sort()
      .join(ROW_JOINER);
    let place = places.get(text);
    if (place === undefined) {
      place = texts.push(text) - 1;
      places.set(text, place);
    }
    cell[parent] = place;
  }
  return { ...column, cell, texts };
}
