import { LONGEST_SYNONYM, MOST_SYNONYMS, type SynonymRule, stemsOfSynonym } from '@decidable/engine/ranking';
import { ANY_LANGUAGE } from '@decidable/engine/session';
import { InvalidInput } from '../../errors.ts';

/** Limits of a file. Each searched word is looked up among the rules, and all are read when a shop opens. Set by hand. */
export const MOST_RULES = 5_000;
export const MOST_FILE_BYTES = 1024 * 1024;
/** Characters of a word or phrase. Set by hand. */
export const LONGEST_PHRASE = 60;

/** The file of synonyms is invalid; the message names the line and the remedy. */
export class SynonymFileError extends InvalidInput {}

/** Reads a phrase: spaces as one, and without the quotes that spreadsheets put around cells. */
const phraseOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/u, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .normalize();

function phrasesIn(text: string, line: number): string[] {
  const phrases: string[] = [];
  const folded = new Set<string>();
  const cells = text.split(',');
  // Spreadsheets end short rows with empty cells.
  while (cells.length > 1 && phraseOf(cells.at(-1)!) === '') cells.pop();
  for (const cell of cells) {
    const phrase = phraseOf(cell);
    if (phrase === '') refuse(line, 'has an empty word. Put one word or phrase between two commas');
    if (phrase.length > LONGEST_PHRASE) {
      refuse(line, `has a phrase of more than ${LONGEST_PHRASE} characters. Shorten it`);
    }
    const stems = stemsOfSynonym(phrase, ANY_LANGUAGE);
    if (stems.length === 0) refuse(line, `has "${phrase}", which holds no word. Leave it out`);
    if (stems.length > LONGEST_SYNONYM) {
      refuse(line, `has "${phrase}", of more than ${LONGEST_SYNONYM} words. Shorten it`);
    }
    const key = phrase.toLowerCase();
    if (folded.has(key)) refuse(line, `has "${phrase}" twice. Write it once`);
    folded.add(key);
    phrases.push(phrase);
  }
  return phrases;
}

function refuse(line: number, what: string): never {
  throw new SynonymFileError(`Line ${line} ${what}.`);
}

function ruleOf(text: string, line: number): SynonymRule {
  const sides = text.split('=>');
  if (sides.length > 2) refuse(line, 'has more than one =>. Write one rule a line');
  const [words, finds] = sides.map((side) => phrasesIn(side, line));
  if (words.length + (finds?.length ?? 0) > MOST_SYNONYMS) {
    refuse(line, `has more than ${MOST_SYNONYMS} words. Write fewer, the most used`);
  }
  if (finds !== undefined) return { words, finds };
  if (words.length < 2) {
    refuse(line, 'has one word only. Write "laptop, notebook", or "tv => television" for one direction');
  }
  return { words };
}

/**
 * Reads a file of synonyms: a rule a line, as search engines write them. `laptop, notebook` find each other;
 * `tv => television` finds televisions for "tv", and not the reverse. Empty lines and those that begin with # are left
 * out.
 *
 * @param bytes UTF-8
 * @throws SynonymFileError for the first line that cannot be read
 */
export function readSynonymFile(bytes: Uint8Array): readonly SynonymRule[] {
  if (bytes.byteLength > MOST_FILE_BYTES) {
    throw new SynonymFileError('The file is over 1 MB. Keep the rules that shoppers need.');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SynonymFileError('The file is not UTF-8. Save it as UTF-8.', { cause: error });
  }
  const rules: SynonymRule[] = [];
  for (const [k, line] of text.split(/\r\n|\r|\n/u).entries()) {
    const rule = line.trim();
    if (rule === '' || rule.startsWith('#') || /^,+$/u.test(rule)) continue;
    if (rules.length === MOST_RULES) {
      refuse(k + 1, `is rule ${MOST_RULES + 1}; a shop has at most ${MOST_RULES}`);
    }
    rules.push(ruleOf(rule, k + 1));
  }
  if (rules.length === 0) {
    throw new SynonymFileError(
      'The file has no rules. "decidable synonyms remove --all" removes those of the shop.',
    );
  }
  return rules;
}

/** A rule as a line of the file. */
export const lineOf = ({ words, finds }: SynonymRule): string =>
  finds === undefined ? words.join(', ') : `${words.join(', ')} => ${finds.join(', ')}`;

/** The rules as a file that {@link readSynonymFile} reads. */
export const writeSynonyms = (rules: readonly SynonymRule[]): string =>
  rules.map((rule) => `${lineOf(rule)}\n`).join('');
