import { disassemble } from 'es-hangul';

/** Whether a word ends in letters of Korean. */
export const isHangul = (word: string): boolean => /\p{Script=Hangul}$/u.test(word);

/** A first consonant by itself, as folding leaves a letter that no vowel follows yet. */
const LONE_CONSONANT = /^[\u1100-\u1112]$/;
/** The vowel that makes a syllable of one. */
const VOWEL = '\u1161';

export const isLoneConsonant = (text: string): boolean => LONE_CONSONANT.test(text);

/** The letters of a syllable in the order in which they are typed. */
const lettersOf = (syllable: string): string =>
  isLoneConsonant(syllable)
    ? disassemble((syllable + VOWEL).normalize('NFC')).charAt(0)
    : disassemble(syllable);

/**
 * Tells which words go on where a half typed one ends. The last syllable is compared by its letters: "성부" goes on to "성북", and
 * "이엎" to "이어폰", whose third syllable begins with the letter that closes the second one until a vowel is typed.
 */
export function halfTypedHangul(prefix: string): (word: string) => boolean {
  const last = prefix.length - 1;
  const whole = prefix.slice(0, last);
  const letters = lettersOf(prefix.charAt(last));
  return (word) =>
    word !== prefix && word.startsWith(whole) && disassemble(word.slice(last, last + 2)).startsWith(letters);
}
