import { attributeKey } from '../attribute-key.ts';
import { isNothing } from './nothing.ts';
import { type DelimitedStyle, type Entry, isKey } from './pack-style.ts';

/** An entry with the place of its value in the text. */
interface Placed extends Entry {
  readonly from: number;
  readonly to: number;
}

const POSITION = /:\s*\d+(?::[01])?\s*$/;

/** The segments of a text between separators; one in quotation marks may contain separators. */
function segmentsOf(text: string, separator: string): { from: number; to: number }[] {
  const segments: { from: number; to: number }[] = [];
  let from = 0;
  while (from <= text.length) {
    let start = from;
    while (start < text.length && text[start] === ' ') start++;
    let to = -1;
    if (text[start] === '"') {
      let close = start + 1;
      while (close < text.length && (text[close] !== '"' || text[close + 1] === '"'))
        close += text[close] === '"' ? 2 : 1;
      if (close < text.length) to = text.indexOf(separator, close);
    } else to = text.indexOf(separator, from);
    segments.push({ from, to: to < 0 ? text.length : to });
    if (to < 0) break;
    from = to + separator.length;
  }
  return segments;
}

function placedEntries(text: string, style: DelimitedStyle): Placed[] | undefined {
  const separator = style.between.trim() || style.between;
  const colon = style.behindKey.trim();
  const entries: Placed[] = [];
  for (const { from, to } of segmentsOf(text, separator)) {
    const written = text.slice(from, to);
    if (written.trim() === '') continue;
    const entry = entryOf(written, colon, style, from);
    if (entry !== undefined) entries.push(entry);
    else {
      // A value with a separator in it goes on.
      const last = entries.pop();
      if (last === undefined) return undefined;
      entries.push({ ...last, value: text.slice(last.from, to).trim(), to });
    }
  }
  return entries.length === 0 ? undefined : entries;
}

function entryOf(written: string, colon: string, { beside }: DelimitedStyle, at: number): Placed | undefined {
  const open = written.length - written.trimStart().length;
  const isQuoted = written[open] === '"' && written.trimEnd().endsWith('"') && written.trim().length > 1;
  const end = written.trimEnd().length - (isQuoted ? 1 : 0);
  const keyFrom = open + (isQuoted ? 1 : 0);
  let valueFrom = written.indexOf(colon, keyFrom) + colon.length;
  if (valueFrom < colon.length) return undefined;
  let section: string | undefined;
  let key = written.slice(keyFrom, valueFrom - colon.length).trim();
  if (beside === 'section') {
    const next = written.indexOf(colon, valueFrom);
    if (next < 0) return undefined;
    section = key;
    key = written.slice(valueFrom, next).trim();
    valueFrom = next + colon.length;
  }
  if (!isKey(key)) return undefined;
  let valueTo = end;
  if (beside === 'position') {
    const position = POSITION.exec(written.slice(valueFrom - colon.length, end));
    if (position === null) return undefined;
    // A value that is missing leaves its two colons behind: `Width::1`.
    valueTo = Math.max(valueFrom, valueFrom - colon.length + position.index);
  }
  const raw = written.slice(valueFrom, valueTo);
  if (colon === ':' && raw.startsWith('//')) return undefined;
  const value = isQuoted ? raw.replaceAll('""', '"').trim() : raw.trim();
  return { key, value, ...(section !== undefined && { section }), from: at + valueFrom, to: at + valueTo };
}

/** The entries of a text; undefined where it is in another form. */
export function delimitedEntries(text: string, style: DelimitedStyle): readonly Entry[] | undefined {
  return placedEntries(text, style);
}

/** The text with an entry more, or with a value for a key that had none. */
export function withDelimitedEntry(
  text: string,
  style: DelimitedStyle,
  { key, value }: Entry,
  section = '',
): string {
  const entries = placedEntries(text, style) ?? [];
  const empty = entries.find((own) => attributeKey(own.key) === attributeKey(key) && isNothing(own.value));
  if (empty !== undefined) return `${text.slice(0, empty.from)}${value}${text.slice(empty.to)}`;
  const colon = style.behindKey;
  const separator = style.between.trim() || style.between;
  const position =
    style.beside === 'position' ? `${colon}${nextPosition(text, separator, entries.length)}` : '';
  const before = style.beside === 'section' ? `${section}${colon}` : '';
  const plain = `${before}${key}${colon}${value}${position}`;
  const quoted = value.includes(separator) && separator !== '\n' ? `"${plain.replaceAll('"', '""')}"` : plain;
  if (text.trim() === '') return quoted;
  const end = text.trimEnd();
  const rest = text.slice(end.length);
  // Some exports end each entry with a separator.
  if (end.endsWith(separator))
    return `${end}${style.between.slice(separator.length)}${quoted}${separator}${rest}`;
  return `${end}${style.between}${quoted}${rest}`;
}

function nextPosition(text: string, separator: string, entries: number): number {
  const positions = segmentsOf(text, separator).map(({ from, to }) =>
    Number(/:\s*(\d+)(?::[01])?\s*$/.exec(text.slice(from, to))?.[1] ?? 0),
  );
  return Math.max(entries, ...positions) + 1;
}
