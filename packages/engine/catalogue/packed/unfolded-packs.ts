import { DistinctTexts } from '../csv/distinct-texts.ts';
import { isPlaceholder } from '../csv/placeholders.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import { figure } from '../figures.ts';
import type { RawColumn, Table, Warning } from '../types.ts';
import { attributeKey } from './attribute-key.ts';
import { type Entry, entriesOf, type PackStyle } from './forms/index.ts';
import { packStylesOf } from './pack-recognition.ts';

/** The most attributes that packs of one file give; the rarest others are left out. Each is a column of the catalogue. */
const MOST_ATTRIBUTES = 200;
/** Of a text with markup, products that have a key for it to name an attribute: a share of them, and a number. */
const LEAST_SHARE = 0.02;
const FEWEST_PRODUCTS = 3;
/** Words of a value, on average; "Care: wash it with …" is a text. */
const MOST_WORDS = 8;

/** A column whose cells hold several facts each. */
interface Pack {
  readonly column: RawColumn;
  readonly style: PackStyle;
  /** For each text of the column its entries; undefined where it is in another form. */
  readonly entries: readonly (readonly Entry[] | undefined)[];
}

/** An attribute in a pack. */
interface Fact {
  readonly pack: Pack;
  readonly key: string;
  /** The most frequent spelling. */
  readonly label: string;
  readonly products: number;
}

/**
 * Gives each attribute in a packed column a column of its own. Cells of the packed column that are in another form stay
 * in it, and so do texts with markup; otherwise it is left out.
 */
export function withPacksUnfolded(table: Table): Table {
  const packs = table.columns.flatMap((column) =>
    column.writtenIn === undefined ? packStylesOf(column).map((style) => packOf(column, style)) : [],
  );
  if (packs.length === 0) return table;
  const values = new Map(
    packs.filter(({ style }) => style.form === 'value').map((pack) => [pack.column, pack]),
  );
  const facts = packs
    .filter(({ column }) => !values.has(column))
    .flatMap(factsOf)
    .sort(
      (a, b) =>
        b.products - a.products || compare(a.key, b.key) || compare(a.pack.column.name, b.pack.column.name),
    );
  const kept = facts.slice(0, MOST_ATTRIBUTES);
  const taken = new Set([table.idColumn, ...table.columns.map(({ name }) => name)].map(attributeKey));
  const unfolded = packs.flatMap((pack) =>
    columnsOf(
      pack,
      kept.filter((fact) => fact.pack === pack),
      table.ids.length,
    ),
  );
  const named = unfolded.map((column) => {
    const name = taken.has(attributeKey(column.name))
      ? `${column.name} (${column.writtenIn!.usual})`
      : column.name;
    taken.add(attributeKey(name));
    return { ...column, name };
  });
  const sources = new Map(
    packs.filter(({ style }) => style.form !== 'markup').map((pack) => [pack.column, pack]),
  );
  const columns = table.columns.flatMap((column) => {
    const value = values.get(column);
    if (value !== undefined) return [withValues(value)];
    const pack = sources.get(column);
    return pack === undefined ? [column] : restOf(pack);
  });
  const warnings = facts.length > kept.length ? [...table.warnings, tooMany(facts, kept)] : table.warnings;
  return { ...table, columns: [...columns, ...named], warnings };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function packOf(column: RawColumn, style: PackStyle): Pack {
  const entries = column.texts.map((text) => {
    if (!text.includes(ROW_JOINER)) return entriesOf(text, style);
    const parts = text.split(ROW_JOINER).map((part) => entriesOf(part, style));
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  });
  return { column, style, entries };
}

function factsOf(pack: Pack): Fact[] {
  const productsWith = new Int32Array(pack.column.texts.length);
  for (const text of pack.column.cell) if (text >= 0) productsWith[text]++;
  const found = new Map<
    string,
    { products: number; words: number; entries: number; spellings: Map<string, number> }
  >();
  pack.entries.forEach((entries, text) => {
    const met = new Set<string>();
    for (const { key: written, value } of entries ?? []) {
      const key = attributeKey(written);
      const own = found.get(key) ?? {
        products: 0,
        words: 0,
        entries: 0,
        spellings: new Map<string, number>(),
      };
      found.set(key, own);
      own.entries++;
      own.words += value.split(/\s+/).length;
      if (met.has(key)) continue;
      met.add(key);
      own.products += productsWith[text];
      own.spellings.set(written, (own.spellings.get(written) ?? 0) + productsWith[text]);
    }
  });
  const isText = pack.style.form === 'markup';
  const fewest = Math.max(FEWEST_PRODUCTS, LEAST_SHARE * pack.column.cell.length);
  return [...found].flatMap(([key, { products, words, entries, spellings }]): Fact[] => {
    if (isText && (products < fewest || words > MOST_WORDS * entries)) return [];
    const [label] = [...spellings].sort(([a, m], [b, n]) => n - m || compare(a, b))[0];
    return [{ pack, key, label, products }];
  });
}

/** The columns of the facts of one pack. */
function columnsOf({ column, style, entries }: Pack, facts: readonly Fact[], products: number): RawColumn[] {
  const places = new Map(facts.map(({ key }, at) => [key, at]));
  const cells = facts.map(() => new Int32Array(products).fill(-1));
  const texts = facts.map(() => new DistinctTexts());
  const placeholders: number[][] = facts.map(() => []);
  /** For each text the attributes that it has, each with its value. */
  const held = entries.map((own) => valuesOf(own ?? [], places));
  for (let product = 0; product < products; product++) {
    const text = column.cell[product];
    if (text < 0) continue;
    for (const [at, value] of held[text]) {
      if (value === undefined) placeholders[at].push(product);
      else cells[at][product] = texts[at].number(value);
    }
  }
  const slotOf = new Uint16Array(products);
  return facts.map(({ label, key }, at) => ({
    name: label,
    cell: cells[at],
    texts: texts[at].finished(),
    placeholders: Int32Array.from(placeholders[at]),
    writtenIn: {
      columns: [column.name],
      usual: column.name,
      slotOf,
      key: label,
      pack: style,
      ...sectionOf(style, key, entries),
    },
  }));
}

/** A column whose cells hold the values of its one attribute in a form of their own. */
function withValues({ column, style, entries }: Pack): RawColumn {
  const texts = new DistinctTexts();
  const place = entries.map((own, text) => {
    if (own === undefined) return texts.number(column.texts[text]);
    const value = sorted(own.map((entry) => entry.value).join(ROW_JOINER));
    return value === '' || isPlaceholder(value) ? -1 : texts.number(value);
  });
  const cell = column.cell.map((text) => (text < 0 ? -1 : place[text]));
  const writtenIn = {
    columns: [column.name],
    usual: column.name,
    slotOf: new Uint16Array(cell.length),
    key: '',
    pack: style,
  };
  return { ...column, cell, texts: texts.finished(), writtenIn };
}

/** The value of each attribute in the entries of a cell, several united; undefined for a placeholder. */
function valuesOf(
  entries: readonly Entry[],
  places: ReadonlyMap<string, number>,
): readonly (readonly [attribute: number, value: string | undefined])[] {
  const values = new Map<number, string[]>();
  for (const { key, value } of entries) {
    const at = places.get(attributeKey(key));
    if (at === undefined || value === '') continue;
    const own = values.get(at) ?? [];
    values.set(at, own);
    if (!isPlaceholder(value)) own.push(value);
  }
  return [...values].map(([at, own]) => [at, own.length === 0 ? undefined : sorted(own.join(ROW_JOINER))]);
}

const sorted = (text: string): string =>
  text.includes(ROW_JOINER)
    ? [...new Set(text.split(ROW_JOINER).map((part) => part.trim()))]
        .filter((part) => part !== '' && !isPlaceholder(part))
        .sort()
        .join(ROW_JOINER)
    : text;

/** The section before a key, where the form has sections. */
function sectionOf(
  style: PackStyle,
  key: string,
  entries: readonly (readonly Entry[] | undefined)[],
): { readonly section?: string } {
  if (style.form !== 'delimited' || style.beside !== 'section') return {};
  const counts = new Map<string, number>();
  for (const cell of entries) {
    for (const own of cell ?? []) {
      if (attributeKey(own.key) === key && own.section !== undefined)
        counts.set(own.section, (counts.get(own.section) ?? 0) + 1);
    }
  }
  const usual = [...counts].sort(([a, m], [b, n]) => n - m || compare(a, b))[0];
  return usual === undefined ? {} : { section: usual[0] };
}

/** The packed column with the cells that are in another form only; none if there are no such cells. */
function restOf({ column, entries }: Pack): RawColumn[] {
  if (entries.every((own) => own !== undefined)) return [];
  const texts: string[] = [];
  const place = entries.map((own, text) => (own === undefined ? texts.push(column.texts[text]) - 1 : -1));
  const cell = column.cell.map((text) => (text < 0 ? -1 : place[text]));
  return cell.some((text) => text >= 0) ? [{ ...column, cell, texts }] : [];
}

function tooMany(facts: readonly Fact[], kept: readonly Fact[]): Warning {
  const [{ pack }] = facts.slice(kept.length);
  return {
    code: 'unfolded_attributes',
    field: pack.column.name,
    message: `The columns that hold several facts in each cell name ${figure(facts.length)} attributes; the ${figure(kept.length)} that most products have were read.`,
  };
}
