import { decodeHTMLStrict } from 'entities/decode';
import { type Entry, isKey, type MarkupStyle } from './pack-style.ts';

/** An entry with the tag that holds it and the end of that tag in the text. */
interface Placed extends Entry {
  readonly as: MarkupStyle['as'];
  readonly end: number;
}

/** Tags that end what stands before them. */
const BLOCKS = new Set([
  'li',
  'tr',
  'p',
  'div',
  'br',
  'dt',
  'dd',
  'ul',
  'ol',
  'dl',
  'table',
  'tbody',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);
const BOLD = new Set(['b', 'strong']);
const CELLS = new Set(['td', 'th']);

const decoded = (text: string): string => decodeHTMLStrict(text).replace(/\s+/g, ' ').trim();

const encoded = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Whether a text holds markup that can list facts. Cheap. */
export const hasMarkup = (text: string): boolean => /<(?:li|td|dd|strong|b)[\s>]/i.test(text);

/** The entries in a text, each with its place. One pass over its tags. */
function placedEntries(text: string): Placed[] {
  const entries: Placed[] = [];
  /** Text of the current block, the end of its bold beginning, the cells of the current row, and the current term. */
  let block = '';
  let bold = -1;
  let row: string[] | undefined;
  let term: string | undefined;
  let inside: 'item' | 'cell' | 'term' | 'description' | undefined;
  const finish = (as: MarkupStyle['as'], key: string, value: string, end: number) => {
    if (isKey(key) && value !== '') entries.push({ as, key, value, end });
  };
  const finishLine = (end: number) => {
    if (inside === 'item') {
      const line = decoded(block);
      const colon = line.indexOf(':');
      if (colon > 0) finish('item', line.slice(0, colon).trim(), line.slice(colon + 1).trim(), end);
    } else if (inside === undefined && bold > 0) {
      const key = decoded(block.slice(0, bold));
      const rest = decoded(block.slice(bold));
      if (key.endsWith(':')) finish('line', key.slice(0, -1).trim(), rest, end);
      else if (rest.startsWith(':')) finish('line', key, rest.slice(1).trim(), end);
    }
    block = '';
    bold = -1;
  };
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const close = open < 0 ? -1 : text.indexOf('>', open);
    if (close < 0) {
      block += text.slice(at);
      break;
    }
    block += text.slice(at, open);
    at = close + 1;
    const isEnd = text[open + 1] === '/';
    const name =
      /^[a-z][a-z\d]*/i.exec(text.slice(open + (isEnd ? 2 : 1), open + 12))?.[0].toLowerCase() ?? '';
    if (BOLD.has(name)) {
      if (isEnd && bold < 0 && block.trim() !== '') bold = block.length;
      else if (!isEnd && block.trim() !== '' && bold < 0) bold = 0;
    } else if (CELLS.has(name)) {
      if (isEnd) {
        row?.push(decoded(block));
        inside = undefined;
      } else inside = 'cell';
      block = '';
      bold = -1;
    } else if (BLOCKS.has(name)) {
      if (inside === 'cell') continue;
      if (name === 'tr') {
        if (isEnd && row?.length === 2) finish('row', row[0].replace(/\s*:$/, ''), row[1], close + 1);
        row = isEnd ? undefined : [];
        block = '';
      } else if (name === 'dt') {
        if (isEnd) term = decoded(block).replace(/\s*:$/, '');
        block = '';
        inside = isEnd ? undefined : 'term';
      } else if (name === 'dd') {
        if (isEnd && term !== undefined) {
          finish('term', term, decoded(block), close + 1);
          term = undefined;
        }
        block = '';
        inside = isEnd ? undefined : 'description';
      } else {
        finishLine(isEnd && name === 'li' ? close + 1 : name === 'br' || !isEnd ? open : close + 1);
        inside = name === 'li' && !isEnd ? 'item' : undefined;
      }
    }
  }
  finishLine(text.length);
  return entries;
}

/** The entries in a text of one sort of markup; none where it has no such markup. */
export function markupEntries(text: string, { as }: MarkupStyle): readonly Entry[] {
  return allMarkupEntries(text).filter((entry) => entry.as === as);
}

/** The entries in a text of all sorts of markup. */
export function allMarkupEntries(text: string): readonly (Entry & Pick<MarkupStyle, 'as'>)[] {
  return text.includes('<') ? placedEntries(text) : [];
}

/** The text with an entry more, behind the last one of its sort, or at the end. */
export function withMarkupEntry(text: string, { as }: MarkupStyle, entry: Entry): string {
  const key = encoded(entry.key);
  const value = encoded(entry.value);
  const written = {
    item: `<li>${key}: ${value}</li>`,
    row: `<tr><td>${key}</td><td>${value}</td></tr>`,
    term: `<dt>${key}</dt><dd>${value}</dd>`,
    line: `<p><strong>${key}:</strong> ${value}</p>`,
  }[as];
  const last = placedEntries(text).findLast((own) => own.as === as);
  if (last !== undefined) return `${text.slice(0, last.end)}${written}${text.slice(last.end)}`;
  const around = {
    item: ['<ul>', '</ul>'],
    row: ['<table>', '</table>'],
    term: ['<dl>', '</dl>'],
    line: ['', ''],
  }[as];
  return `${text}${around[0]}${written}${around[1]}`;
}
