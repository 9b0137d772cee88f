import type { Warning } from '@decidable/engine/catalogue';
import { decodeHTMLStrict } from 'entities/decode';

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
/** What begins with & in XML: a reference. */
const REFERENCE = /&(?:#\d+|#x[\da-f]+|([a-z_][\w.-]*));/iy;
/** The references by name that XML itself has. */
const OF_XML: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/**
 * The text with each reference that web pages have and XML has not (`&eacute;`) by its number, and each & that begins no
 * reference as `&amp;`, as browsers read it: "Black & white" stands in many a feed. Names that the document declares stay.
 *
 * @returns the same text, and no warning, where there is none
 */
export function withReferences(text: string): {
  readonly text: string;
  readonly warnings: readonly Warning[];
} {
  const declares = text.includes('<!ENTITY');
  const pieces: string[] = [];
  const put = (from: number, instead: string, to: number): void => {
    pieces.push(text.slice(taken, from), instead);
    taken = to;
  };
  let bare = 0;
  let line = 0;
  let taken = 0;
  let nextCdata = text.indexOf(CDATA);
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at)) {
    if (nextCdata >= 0 && nextCdata < at) {
      const end = text.indexOf(CDATA_END, nextCdata);
      if (end < 0) break;
      nextCdata = text.indexOf(CDATA, end);
      at = Math.max(at, end);
      continue;
    }
    REFERENCE.lastIndex = at;
    const [whole, name] = REFERENCE.exec(text) ?? [];
    const isOfXml = whole !== undefined && (name === undefined || OF_XML.has(name));
    const numbered = whole === undefined || isOfXml ? undefined : byNumber(whole);
    if (numbered !== undefined) put(at, numbered, at + whole!.length);
    else if (whole === undefined || !(isOfXml || declares)) {
      if (bare++ === 0) line = text.slice(0, at).split('\n').length;
      put(at, '&amp;', at + 1);
    }
    at++;
  }
  const read = pieces.length === 0 ? text : pieces.join('') + text.slice(taken);
  if (bare === 0) return { text: read, warnings: [] };
  const message = `${bare === 1 ? 'An "&" stands' : `${bare.toLocaleString('en-GB')} "&" stand`} in the feed where "&amp;" should (line ${line}${bare === 1 ? '' : ' first'}): ${bare === 1 ? 'it was' : 'they were'} read as written. Stricter readers refuse the feed.`;
  return { text: read, warnings: [{ code: 'bare_ampersands', message }] };
}

/** A reference of web pages by the numbers of its characters; undefined where they have none of the name. */
function byNumber(reference: string): string | undefined {
  const decoded = decodeHTMLStrict(reference);
  if (decoded === reference) return undefined;
  return Array.from(decoded, (sign) => `&#${sign.codePointAt(0)};`).join('');
}
