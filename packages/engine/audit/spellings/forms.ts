import { foldText } from '../../languages/fold-text.ts';
import { FEWEST_LETTERS } from './constants.ts';

/** Signs that make a difference wherever they stand ("A++", "C#", "> 5"); other signs separate words. */
const PIECES = /\p{L}+|\p{N}+(?:[.,]\p{N}+)*|(?<![\p{L}\p{N}]\s?)-(?=\p{N})|[+#%°"″*<>=@$€£~≈±]/gu;
const AND: ReadonlySet<string> = new Set(['and', 'und', 'och', 'og', 've']);
/** Between words that are listed, so that their order says nothing. */
const LISTED = /[,/&+;]|\b(?:and|und|och|og)\b/;
const HAS_DIGIT = /\p{N}/u;

/** What is left of a value without what people write in several ways. Undefined where too little is left. */
export interface Forms {
  /** Without case, accents, spaces, hyphens, full stops and apostrophes. */
  readonly joined: string;
  /** As `joined`, with words in the singular. */
  readonly singular: string;
  /** The words of a list in the order of the alphabet; undefined where their order may matter ("milk chocolate"). */
  readonly ordered: string | undefined;
}

/** The forms of a value in which two spellings of it are equal. Numbers are equal only where they are written alike. */
export function formsOf(label: string): Forms | undefined {
  const folded = foldText(label).replace(/(?<=\p{L})['’.](?=\p{L})/gu, '');
  const pieces = [...(folded.replaceAll('&', ' and ').match(PIECES) ?? [])].map((piece) =>
    AND.has(piece) ? '&' : piece,
  );
  const letters = pieces.reduce((sum, piece) => sum + (/^\p{L}/u.test(piece) ? piece.length : 0), 0);
  if (letters < FEWEST_LETTERS) return undefined;
  const words = pieces.filter((piece) => piece !== '&');
  return {
    joined: joined(pieces),
    singular: joined(pieces.map(singular)),
    ordered:
      words.length > 1 &&
      LISTED.test(folded) &&
      !folded.includes('>') &&
      !words.some((word) => HAS_DIGIT.test(word))
        ? words.map(singular).sort().join(' ')
        : undefined,
  };
}

/** Two numbers stay two: "1 2" is not "12". */
function joined(pieces: readonly string[]): string {
  let text = '';
  for (const piece of pieces) text += HAS_DIGIT.test(piece) && /\p{N}$/u.test(text) ? `_${piece}` : piece;
  return text;
}

/** A word without the plural ending that most languages with Latin letters share; short words stay as they are. */
export function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[sc]h|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^suiy]s$/.test(word) ? word.slice(0, -1) : word;
}
