import { ROW_JOINER } from '../../csv/row-joiner.ts';
import { attributeKey } from '../attribute-key.ts';
import { type Entry, isKey, type JsonStyle } from './pack-style.ts';

/** Properties that name the attribute of a record, and those that hold its value. */
const NAMES = ['name', 'key', 'attribute', 'label', 'title', 'property', 'code', 'attribute_name', 'type'];
const VALUES = ['value', 'values', 'val', 'content', 'attribute_value', 'text'];

/** Properties of a measure. */
const AMOUNTS = ['value', 'amount'];
const UNITS = ['unit', 'currency', 'currency_code'];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a cell holds that begins like an object or a list, in JSON or as Python writes it; undefined for other texts. */
export function jsonOf(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return parsed(text) ?? (IN_PYTHON.test(text) ? parsed(fromPython(text)) : undefined);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Signs of Python: a text in single quotation marks, or a word that JSON writes otherwise. */
const IN_PYTHON = /'|\b(?:True|False|None)\b/;
const PYTHON = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(True|False|None)\b/g;
const CONSTANTS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** `['red', None]` as `["red", null]`. */
const fromPython = (text: string): string =>
  text.replace(PYTHON, (whole, quoted: string | undefined, constant: string | undefined) => {
    if (constant !== undefined) return CONSTANTS[constant];
    if (quoted === undefined) return whole;
    return `"${quoted
      .replaceAll("\\'", "'")
      .replaceAll('"', '\\"')
      .replace(/\\x(?=[\da-f]{2})/gi, '\\u00')}"`;
  });

const isObject = (json: Json | undefined): json is { readonly [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** How a text holds facts as JSON, if it does. */
export function jsonStyleOf(text: string): JsonStyle | undefined {
  const json = jsonOf(text);
  if (isObject(json)) return measureNames(json) === undefined ? { form: 'json' } : undefined;
  if (!Array.isArray(json) || !json.every(isObject)) return undefined;
  const has = (names: readonly string[]) => names.find((name) => json.every((record) => name in record));
  const key = has(NAMES);
  const value = has(VALUES);
  return key === undefined || value === undefined ? undefined : { form: 'json', named: [key, value] };
}

/** The text of a value: several joined, a measure with its unit. Undefined for what is neither. */
export function textOf(json: Json): string | undefined {
  if (json === null) return '';
  if (Array.isArray(json)) {
    const texts = json.map(textOf);
    return texts.every((text) => text !== undefined) ? texts.join(ROW_JOINER) : undefined;
  }
  if (isObject(json)) return measureOf(json);
  return String(json).trim();
}

/** `{"value": 2.5, "unit": "cm"}` as "2.5 cm". */
function measureOf(json: { readonly [key: string]: Json }): string | undefined {
  const names = measureNames(json);
  return names === undefined ? undefined : `${json[names[0]]} ${json[names[1]]}`;
}

/** The properties that hold the amount and the unit of a measure; undefined for other objects. */
export function measureNames(json: Json | undefined): readonly [amount: string, unit: string] | undefined {
  if (!isObject(json) || Object.keys(json).length !== 2) return undefined;
  const amount = AMOUNTS.find((name) => ['number', 'string'].includes(typeof json[name]));
  const unit = UNITS.find((name) => typeof json[name] === 'string');
  return amount === undefined || unit === undefined ? undefined : [amount, unit];
}

/** The entries of a text; undefined where it is in another form. */
export function jsonEntries(text: string, { named }: JsonStyle): readonly Entry[] | undefined {
  const json = jsonOf(text);
  if (named !== undefined) {
    if (!Array.isArray(json) || !json.every(isObject)) return undefined;
    return json.flatMap((record) => entry(record[named[0]], record[named[1]]));
  }
  if (!isObject(json)) return undefined;
  return Object.entries(json).flatMap(([key, value]) =>
    isObject(value) && measureOf(value) === undefined
      ? Object.entries(value).flatMap(([inner, own]) => entry(`${key}.${inner}`, own))
      : entry(key, value),
  );
}

function entry(key: Json | undefined, value: Json | undefined): Entry[] {
  const text = value === undefined ? undefined : textOf(value);
  return typeof key === 'string' && isKey(key) && text !== undefined ? [{ key, value: text }] : [];
}

/** The text with an entry more, or with a value for a key that had none; undefined where it has no end to add to. */
export function withJsonEntry(text: string, style: JsonStyle, { key, value }: Entry): string | undefined {
  const { named } = style;
  const property =
    named === undefined
      ? `${JSON.stringify(key)}:${JSON.stringify(value)}`
      : `{${JSON.stringify(named[0])}:${JSON.stringify(key)},${JSON.stringify(named[1])}:${JSON.stringify(value)}}`;
  if (text.trim() === '') return named === undefined ? `{${property}}` : `[${property}]`;
  const entries = jsonEntries(text, style);
  if (entries === undefined) return undefined;
  const known = entries.find((own) => attributeKey(own.key) === attributeKey(key));
  if (known !== undefined) return named === undefined ? withValue(text, known, value) : undefined;
  const end = text.lastIndexOf(named === undefined ? '}' : ']');
  const before = text.slice(0, end).trimEnd();
  const isEmpty = /[[{]$/.test(before);
  const space = /[:,] /.test(before) ? ' ' : '';
  return `${before}${isEmpty ? '' : `,${space}`}${property}${text.slice(before.length)}`;
}

/** Gives a value to the property of an object that has none. */
function withValue(text: string, { key, value: nothing }: Entry, value: string): string | undefined {
  const escaped = (json: string) => json.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const held = nothing === '' ? '""|null' : escaped(JSON.stringify(nothing));
  const empty = new RegExp(`(${escaped(JSON.stringify(key))}\\s*:\\s*)(?:${held})(?=\\s*[,}])`);
  return empty.test(text)
    ? text.replace(empty, (_, before: string) => before + JSON.stringify(value))
    : undefined;
}
