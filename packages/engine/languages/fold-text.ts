/** A sign of a trade or service mark, which would decompose into letters ("ipadtm"); it parts the words of "Core™2". */
const TRADE_MARK = /[\u2120\u2122]([\p{L}\p{N}]?)/gu;

/** What has nothing to fold but capitals. */
const PLAIN = /^[\0-\x7f]*$/;

/** Lower case without signs of trademarks and the accents of European scripts; full-width forms become plain ones. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Marks are removed from Latin, Greek and Cyrillic only: elsewhere (か/が, हि) they distinguish words; й is a letter.
  return text
    .replace(TRADE_MARK, (_, next: string) => (next === '' ? '' : ` ${next}`))
    .normalize('NFKD')
    .replace(/[\u0300-\u036f](?<![иИ]\u0306)/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
