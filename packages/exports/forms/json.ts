import { CatalogueError, decode, type ExportRows } from '@decidable/engine/catalogue';
import { deepestJson } from '../limits.ts';
import { ChildLines, PARENT } from './child-lines.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { RecordRows } from './records.ts';

/**
 * Reads lines of JSON, one record a line. Lines of a bulk export that name their parent are put into it.
 *
 * @throws CatalogueError with the line that is no record
 */
export function readJsonLines(bytes: Uint8Array, budget: ReadingBudget): ExportRows {
  const { text, warnings } = decode(bytes);
  countContainers(text, budget, true);
  const records = new RecordRows(budget);
  const children = text.includes(`"${PARENT}"`) ? new ChildLines() : undefined;
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const written = text.slice(from, end < 0 ? undefined : end).trim();
    from = end < 0 ? text.length : end + 1;
    line++;
    if (written === '') continue;
    const record = parsed(written, line);
    if (!isRecord(record)) throw noRecord(line);
    if (children === undefined) records.add(record, line);
    else if (!children.add(record, line)) throw noParent(line);
  }
  for (const [record, at] of children?.records ?? []) records.add(record, at);
  return records.finished(warnings);
}

/**
 * Reads one JSON value: a list of records, or an object that holds one ("products", "data.items").
 *
 * @throws CatalogueError with line and column of a syntax error, or `no_records`
 */
export function readJson(bytes: Uint8Array, budget: ReadingBudget): ExportRows {
  const { text, warnings } = decode(bytes);
  countContainers(text, budget, false);
  const list = recordsIn(parsed(text), budget.limits.depth);
  if (list === undefined) {
    throw new CatalogueError(
      'no_records',
      `This is JSON without a list of products: it begins with ${text.trim().slice(0, 60).replace(/\s+/g, ' ')}. Give a list of records, as [{"id":"1","colour":"red"}].`,
    );
  }
  const records = new RecordRows(budget);
  for (const record of list) records.add(record);
  return records.finished(warnings);
}

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

/**
 * Counts what a text will take as objects before it is parsed, which is done at once: an empty object has two characters
 * and takes thirty bytes, one within another several times that.
 *
 * @param areLines whether each line is a value of its own
 * @throws CatalogueError `too_large`, or `too_deep` with the place
 */
function countContainers(text: string, budget: ReadingBudget, areLines: boolean): void {
  const deepest = deepestJson(budget.limits);
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++)
        if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if (code === COMMA) values++;
    // "[" or "{"
    else if ((code & ~32) === 0x5b) {
      budget.nodes(1);
      if (++depth > deepest) throw tooDeep(deepest, placeAt(text, at));
    }
    // "]" or "}"
    else if ((code & ~32) === 0x5d) depth--;
    // A line that is cut off does not make those behind it deeper.
    else if (code === LINE_FEED && areLines) depth = 0;
  }
  budget.values(values);
}

const tooDeep = (deepest: number, place: { line: number; column: number }): CatalogueError =>
  new CatalogueError(
    'too_deep',
    `Objects and lists are nested too deep: over ${deepest} levels. Export each product as one flat record.`,
    place,
  );

function placeAt(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position);
  return { line: before.split('\n').length, column: position - before.lastIndexOf('\n') };
}

/** The longest list of records, looked for in objects only. */
function recordsIn(value: unknown, most: number): readonly object[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRecord) ? value : undefined;
  if (!isRecord(value) || most === 0) return undefined;
  let longest: readonly object[] | undefined;
  for (const each of Object.values(value)) {
    const found = recordsIn(each, most - 1);
    if (found !== undefined && found.length > (longest?.length ?? 0)) longest = found;
  }
  return longest;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noRecord = (line: number): CatalogueError =>
  new CatalogueError('no_record', 'The line is no record: write each product as {"id":"1","colour":"red"}.', {
    line,
  });

const noParent = (line: number): CatalogueError =>
  new CatalogueError(
    'no_record',
    `The line belongs to a record (${PARENT}) that no line before it has. Export the file again with the id of each level, as { products { edges { node { id } } } }.`,
    { line },
  );

function parsed(text: string, line?: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? text.length);
    const place = placeAt(text, position);
    throw new CatalogueError(
      'broken_json',
      `This is not JSON (${error.message.replace(/ in JSON at position.*$/s, '')}). Export the file again; it may be cut off.`,
      { ...place, line: line ?? place.line },
    );
  }
}
