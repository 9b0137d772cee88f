import { CatalogueError } from '../catalogue-error.ts';
import { isCodedName } from '../columns/coded-names.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';

/** The text of an element that has attributes or elements beside it; as in XML. */
export const TEXT_KEY = '#text';

const NAME_KEYS = ['name', 'key', 'code', 'label', 'attribute_code', 'attribute_name', 'attributeName'];
const VALUE_KEYS = ['value', 'values', 'options', 'attribute_value', 'attributeValue', 'data', TEXT_KEY];
const UNIT_KEYS = ['unit', 'units', 'uom', 'unitCode'];

/**
 * Characters of a field's name, with the names that it is within: those are written once, and repeated for each field in
 * them. Set by hand; questions in full sentences have 200.
 */
const MAX_NAME = 2_000;

/**
 * The fields of a record as cells: nested objects as `price.currency`; lists of texts as one cell of several values;
 * lists of named values (`[{ "name": "Colour", "value": "red" }]`) as one field a name; lists of other objects as lists
 * of each field. A field without a value has an empty cell: it is one that the shop could record.
 *
 * @param most nested containers, the record included
 * @throws CatalogueError `too_deep`, or `too_large` where a name is too long
 */
export function flatten(record: object, most: number): Map<string, string> {
  const cells: Cells = { texts: new Map(), several: new Map() };
  put(cells, '', record, most);
  for (const [name, texts] of cells.several) cells.texts.set(name, [...texts].join(ROW_JOINER));
  return cells.texts;
}

/** The first text of each field, and all of them where it has several. */
interface Cells {
  readonly texts: Map<string, string>;
  readonly several: Map<string, Set<string>>;
}

function put(cells: Cells, path: string, value: unknown, most: number): void {
  if (path.length > MAX_NAME) {
    throw new CatalogueError(
      'too_large',
      `A field has a name of more than ${MAX_NAME.toLocaleString('en-GB')} characters, "${path.slice(0, 100)}…". Shorten it, or leave the field out.`,
    );
  }
  if (value === null || value === undefined) {
    add(cells, path, '');
    return;
  }
  if (typeof value !== 'object' || value instanceof Date) {
    add(cells, path, textOf(value));
    return;
  }
  // Bytes are pictures or keys, and nothing that shoppers ask for.
  if (ArrayBuffer.isView(value)) return;
  if (most === 0) {
    throw new CatalogueError(
      'too_deep',
      `Its fields are nested too deep at "${path.slice(0, 100)}". Export each product as one flat record.`,
    );
  }
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isNamed)) putNamed(cells, path, value, most);
    else for (const each of value) put(cells, path, each, most - 1);
    if (value.length === 0) add(cells, path, '');
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const own = key.trim().normalize('NFC');
    put(cells, own === TEXT_KEY || own === '' ? path : path === '' ? own : `${path}.${own}`, inner, most - 1);
  }
}

function add({ texts, several }: Cells, name: string, text: string): void {
  if (name === '') return;
  const trimmed = text.trim();
  const first = texts.get(name);
  if (first === undefined || first === '') texts.set(name, trimmed);
  else if (trimmed !== '' && trimmed !== first) {
    const all = several.get(name);
    if (all === undefined) several.set(name, new Set([first, trimmed]));
    else all.add(trimmed);
  }
}

type Named = Readonly<Record<string, unknown>>;

const keyIn = (value: Named, keys: readonly string[]): string | undefined =>
  keys.find((key) => Object.hasOwn(value, key));

/** Whether an object is a name with its value. */
export function isNamed(value: unknown): value is Named {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const named = value as Named;
  const key = keyIn(named, NAME_KEYS);
  return key !== undefined && typeof named[key] === 'string' && keyIn(named, VALUE_KEYS) !== undefined;
}

/** Puts each value under its own name; under the list's, too, where the record has a field of that name. */
function putNamed(cells: Cells, path: string, list: readonly Named[], most: number): void {
  for (const each of list) {
    const names = NAME_KEYS.flatMap((key) => (typeof each[key] === 'string' ? [each[key]] : []));
    // The code of a system is no name where the file says another.
    const name = (names.find((each) => !isCodedName(each.trim())) ?? names[0]).trim().normalize('NFC');
    const value = alone(each[keyIn(each, VALUE_KEYS) ?? '']);
    const unit = each[keyIn(each, UNIT_KEYS) ?? ''];
    const own = cells.texts.has(name) ? `${path}.${name}` : name;
    if (typeof unit === 'string' && (typeof value === 'number' || typeof value === 'string'))
      put(cells, own, `${value} ${unit}`, most - 1);
    else put(cells, own, value, most - 1);
  }
}

/** The one value of an object that sorts them by type: `{ "text": ["red"], "numbers": [] }`. */
function alone(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
    return value;
  const held = Object.values(value).filter(
    (each) => each !== null && each !== '' && !(Array.isArray(each) && each.length === 0),
  );
  return held.length === 1 ? held[0] : value;
}

/** Digits that a spreadsheet shows; more are rounding errors of its arithmetic. */
const SHOWN_DIGITS = 15;

/** A value as a text: numbers as they are shown, dates as 2026-03-01, with the time where there is one. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') {
    if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
    return String(Number(value.toPrecision(SHOWN_DIGITS)));
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, 'Z');
  }
  return String(value);
}
