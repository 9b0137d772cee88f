import { decodeHTMLStrict } from 'entities/decode';

/** Text of a page that nobody reads. */
const UNREAD = /<!--.*?(?:-->|$)|<(script|style)\b.*?(?:<\/\1\s*>|$)/gis;
/** Where a line begins or ends. */
const LINES = /<(?:br|\/?(?:p|div|li|ul|ol|dl|dt|dd|tr|h\d|table|section|article|blockquote))\b[^<>]*>/gi;
const CELL_ENDS = /<\/t[dh]\s*>/gi;
/** A tag, also one that was cut off in its name or among its attributes; no sign as in "5 < 10" or "<large dogs". */
const TAGS = /<\/?[a-z](?:[^<>]*>|[a-z\d]*(?:\s[^<>=]*=[^<>]*)?$)/gi;

/**
 * What a shopper reads of a text that may be HTML: without tags, with a line for each block, and with the characters that
 * references such as `&amp;` stand for. Other texts are returned as they are.
 */
export function plainText(text: string): string {
  if (!text.includes('<')) return text.includes('&') ? decodeHTMLStrict(text) : text;
  const read = text.replace(UNREAD, ' ').replace(LINES, '\n').replace(CELL_ENDS, ' ').replace(TAGS, '');
  return decodeHTMLStrict(read);
}
