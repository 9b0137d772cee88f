import { decodeHTMLStrict } from 'entities/decode';

/** Elements that stand in lines of their own. */
const BLOCKS =
  'address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|tfoot|thead|tr|ul';
const CELLS = 'td|th';
const INLINE =
  'a|abbr|acronym|b|big|body|button|cite|code|col|colgroup|del|em|embed|font|head|html|i|iframe|img|input|ins|kbd|label|link|mark|meta|noscript|object|param|picture|q|s|script|small|source|span|strike|strong|style|sub|sup|textarea|time|title|tt|u|var|video|wbr|svg|path';

/** Behind the name of an element: its attributes, whose quoted values may hold any sign. */
const ATTRIBUTES = `(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^<>"'])*>`;
const tagsOf = (names: string): RegExp => new RegExp(`</?(?:${names})${ATTRIBUTES}`, 'gi');

/** Comments, scripts and style sheets. */
const HIDDEN = /<!--.*?(?:-->|$)|<(script|style)(?=[\s/>]).*?(?:<\/\1\s*>|$)/gis;
const BLOCK_TAGS = tagsOf(BLOCKS);
const CELL_TAGS = tagsOf(CELLS);
const OTHER_TAGS = tagsOf(INLINE);
/** A tag that was cut off behind its name, within its attributes or, of an end, within its name; no sign as in "5 < 10". */
const CUT_OFF = new RegExp(`<(?:/?(?:${BLOCKS}|${CELLS}|${INLINE})(?:\\s[^<>=]*=[^<>]*)?|/[a-z]*)$`, 'i');
const IS_MARKUP = new RegExp(tagsOf(`${BLOCKS}|${CELLS}|${INLINE}`).source, 'i');

/**
 * What a shopper reads of a text that may be HTML, also of HTML whose signs are escaped ("&lt;p&gt;"): without tags, with a
 * line for each block, and with the characters that references such as `&amp;` stand for. Text without tags and
 * references is returned unchanged; so are signs that begin no tag of HTML ("sizes <M").
 */
export function plainText(text: string): string {
  if (text.includes('<')) return withoutTags(text);
  if (!text.includes('&')) return text;
  const decoded = decodeHTMLStrict(text);
  return IS_MARKUP.test(decoded) ? withoutTags(decoded) : decoded;
}

function withoutTags(text: string): string {
  const read = text
    .replace(HIDDEN, ' ')
    .replace(BLOCK_TAGS, '\n')
    .replace(CELL_TAGS, ' ')
    .replace(OTHER_TAGS, '')
    .replace(CUT_OFF, '');
  return decodeHTMLStrict(read);
}

/** The end of a sentence without a space behind it, as in "for your bed.Seat and back"; no "StarTech.Com" and "Dr.Martens". */
const SENTENCE_END = /(?<=\p{Ll}{2})\.(?=\p{Lu}\p{Ll})(?!(?:Com|Net|Org)\b)/gu;

/** A description with a space behind each sentence. Names are not to be read so: "Mrs.Meyers" is one word. */
export const withSentencesApart = (text: string): string => text.replace(SENTENCE_END, '. ');
