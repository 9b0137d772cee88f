import type { Warning } from '@decidable/engine/catalogue';

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
/** What begins with & in XML: a reference. */
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z_][\w.-]*);/iy;

/**
 * The text with each & that begins no reference as `&amp;`, as browsers read it: "Black & white" stands in many a feed.
 *
 * @returns the same text, and no warning, where there is none
 */
export function withAmpersands(text: string): {
  readonly text: string;
  readonly warnings: readonly Warning[];
} {
  const pieces: string[] = [];
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
    if (!REFERENCE.test(text)) {
      if (bare++ === 0) line = text.slice(0, at).split('\n').length;
      pieces.push(text.slice(taken, at), '&amp;');
      taken = at + 1;
    }
    at++;
  }
  if (bare === 0) return { text, warnings: [] };
  const message = `${bare === 1 ? 'An "&" stands' : `${bare.toLocaleString('en-GB')} "&" stand`} in the feed where "&amp;" should (line ${line}${bare === 1 ? '' : ' first'}): ${bare === 1 ? 'it was' : 'they were'} read as written. Stricter readers refuse the feed.`;
  return { text: pieces.join('') + text.slice(taken), warnings: [{ code: 'bare_ampersands', message }] };
}
