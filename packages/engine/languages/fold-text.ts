/** A sign of a trade or service mark, which would decompose into letters ("ipadtm"); it parts the words of "Core™2". */
const TRADE_MARK = /[\u2120\u2122]([\p{L}\p{N}]?)/gu;

/** What has nothing to fold but capitals. */
const PLAIN = /^[\0-\x7f]*$/;

/**
 * Marks that distinguish no words: all of Arabic and Hebrew (vowels, and the hamza of an alef), the nukta of Devanagari, and
 * what stretches an Arabic word.
 */
const UNREAD_MARKS = /(?<=[\p{scx=Arab}\p{scx=Hebr}])[\p{Mn}\u0640]+|\u093c/gu;
/** Devanagari writes a nasal before a consonant as a letter or as a dot. */
const NASAL = /[ङञणनम]\u094d(?=[क-ह])|\u0901/gu;
const NASAL_DOT = '\u0902';

/** Lower case without signs of trademarks and marks that distinguish no words; full-width forms become plain ones. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Elsewhere (か/が, हि) marks distinguish words; й is a letter.
  return text
    .replace(TRADE_MARK, (_, next: string) => (next === '' ? '' : ` ${next}`))
    .normalize('NFKD')
    .replace(/[\u0300-\u036f](?<![иИ]\u0306)/g, '')
    .replace(UNREAD_MARKS, '')
    .replace(NASAL, NASAL_DOT)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
