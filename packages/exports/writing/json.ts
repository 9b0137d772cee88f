import {
  CatalogueError,
  type CellEdit,
  type EditingOptions,
  editText,
  ROW_JOINER,
} from '@decidable/engine/catalogue';
import { EXPORT_LIMITS } from '../limits.ts';
import type { ReadExport } from '../read-export.ts';
import { type JsonNode, type JsonObject, nodeAt } from './json-nodes.ts';

/**
 * Writes fields of records: the text of the file stays but for the values that are written. A field that a record lacks
 * is added at its end. A value is a number, a truth value or a list where the field is that in other records.
 *
 * @throws CatalogueError `not_writable` for fields that the file holds as lists of named values
 */
export function editJson(
  bytes: Uint8Array,
  { rows: { names, rows }, form }: ReadExport,
  edits: readonly CellEdit[],
  { encoding }: Pick<EditingOptions, 'encoding'>,
): Uint8Array {
  return editText(
    bytes,
    (text) => {
      const records = form === 'jsonl' ? recordsOfLines(text) : longestList(nodeAt(text));
      if (records?.length !== rows.length)
        throw new Error('The records of the file are not where they were read.');
      const kinds = new Map<number, FieldKind>();
      const splices = edits.map(({ row, column, text: value }): Splice => {
        const name = names[column];
        const path = name.split('.');
        const kind = kinds.get(column) ?? kindOf(text, records, name, path);
        kinds.set(column, kind);
        const written = valueAs(kind, value);
        const known = fieldOf(records[row], name, path);
        if (known !== undefined) return { start: known.start, end: known.end, text: written };
        return added(text, records[row], name, path, written);
      });
      return spliced(text, splices);
    },
    encoding,
  );
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Splices of one place keep their order. */
function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, text: own } of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(copied, start), own);
    copied = end;
  }
  return [...parts, text.slice(copied)].join('');
}

function recordsOfLines(text: string): JsonObject[] {
  const records: JsonObject[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? undefined : end);
    if (line.trim() !== '') records.push(nodeAt(text, from) as JsonObject);
    from = end < 0 ? text.length : end + 1;
  }
  return records;
}

/** The list that `readJson` reads: the longest list of records, looked for in objects only. */
function longestList(node: JsonNode, most = EXPORT_LIMITS.depth): readonly JsonObject[] | undefined {
  if (node.kind === 'list') {
    const isRecords = node.items.length > 0 && node.items.every(({ kind }) => kind === 'object');
    return isRecords ? (node.items as readonly JsonObject[]) : undefined;
  }
  if (node.kind !== 'object' || most === 0) return undefined;
  let longest: readonly JsonObject[] | undefined;
  for (const each of node.members.values()) {
    const found = longestList(each, most - 1);
    if (found !== undefined && found.length > (longest?.length ?? 0)) longest = found;
  }
  return longest;
}

/** The value of a field of a record: of that name, or within objects. */
function fieldOf(record: JsonObject, name: string, path: readonly string[]): JsonNode | undefined {
  const own = record.members.get(name);
  if (own !== undefined) return own;
  let node: JsonNode | undefined = record;
  for (const key of path) node = node?.kind === 'object' ? node.members.get(key) : undefined;
  return node;
}

/** A field more, in the innermost object that there is. */
function added(
  text: string,
  record: JsonObject,
  name: string,
  path: readonly string[],
  value: string,
): Splice {
  let object = record;
  let depth = 0;
  while (depth < path.length - 1) {
    const inner = object.members.get(path[depth]);
    if (inner?.kind !== 'object') break;
    object = inner;
    depth++;
  }
  const key = depth === 0 ? name : path.slice(depth).join('.');
  const last = [...object.members.values()].at(-1);
  if (last === undefined) throw notWritable(value);
  // As the member before it is written: its separators and line break.
  let start = last.keyStart!;
  while (/\s/.test(text[start - 1])) start--;
  const gap = text.slice(start, last.keyStart);
  const colon = text.slice(last.keyEnd, last.start);
  const isOnOneLine = object.members.size === 1 && gap === '';
  return {
    start: last.end,
    end: last.end,
    text: `,${isOnOneLine && colon !== ':' ? ' ' : gap}${JSON.stringify(key)}${colon}${value}`,
  };
}

/** What most records have in a field; `unwritable` for objects, lists of them, and fields that no record has itself. */
type FieldKind = Exclude<JsonNode['kind'], 'null' | 'object'> | 'unwritable';

function kindOf(
  text: string,
  records: readonly JsonObject[],
  name: string,
  path: readonly string[],
): FieldKind {
  const kinds = new Map<JsonNode['kind'], number>();
  let isEmpty = false;
  for (const record of records) {
    const field = fieldOf(record, name, path);
    if (field === undefined) continue;
    if (field.kind === 'list' && field.items.some(({ kind }) => kind === 'object')) return 'unwritable';
    const hasValue = field.kind !== 'null' && text.slice(field.start, field.end) !== '""';
    if (hasValue) kinds.set(field.kind, (kinds.get(field.kind) ?? 0) + 1);
    else isEmpty = true;
  }
  const [kind] = [...kinds].sort((a, b) => b[1] - a[1])[0] ?? [isEmpty ? 'string' : 'object'];
  return kind === 'object' || kind === 'null' ? 'unwritable' : kind;
}

/** A value as a field of this kind has it. */
function valueAs(kind: FieldKind, value: string): string {
  if (kind === 'unwritable') throw notWritable(value);
  if (kind === 'list') {
    const parts = value.replaceAll(ROW_JOINER, '|').split('|');
    return JSON.stringify(parts.map((part) => part.trim()).filter((part) => part !== ''));
  }
  if (kind === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return value;
  if (kind === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase();
  return JSON.stringify(value.replaceAll(ROW_JOINER, ' | '));
}

const notWritable = (value: string): CatalogueError =>
  new CatalogueError(
    'not_writable',
    `"${value.slice(0, 60)}" cannot be written into this JSON: the file holds such values in lists of objects. Give the repaired export a name that ends in .csv, and it is written as CSV.`,
  );
