import { editDistance } from '../../primitives/edit-distance.ts';

/**
 * Shorter texts are misspelt by one letter, texts of at least `THREE_EDITS` letters by up to three, and those between by
 * two. Set by hand.
 */
const TWO_EDITS = 4;
const THREE_EDITS = 12;
/** Texts that are compared, and the longest of them in characters: a longer one is a sentence. Set by hand. */
const MOST_COMPARED = 5_000;
const LONGEST_COMPARED = 100;

/**
 * The value that a text is probably a misspelling of: the nearest by edit distance. Of equally near ones the first.
 * Undefined where none is near.
 */
export function nearestValue(text: string, known: Iterable<string>): string | undefined {
  if (text.length > LONGEST_COMPARED) return undefined;
  const most = text.length < TWO_EDITS ? 1 : text.length < THREE_EDITS ? 2 : 3;
  // With two of three letters changed it is another word.
  let least = Math.min(most, Math.floor(text.length / 2)) + 1;
  let nearest: string | undefined;
  let compared = 0;
  for (const other of known) {
    if (++compared > MOST_COMPARED) break;
    const distance = editDistance(text, other, least);
    if (distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}
