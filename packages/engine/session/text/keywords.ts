import type { Keywords } from '../types.ts';
import { readPrices } from './price-parser.ts';
import { type MeasuredColumn, readAmounts } from './quantity-parser.ts';
import { AMBIGUOUS, ANY_LANGUAGE, type ShopLanguage } from './shop-language.ts';
import { stem } from './stemming.ts';
import { isIn, plainTerms, stopWordsFor, type Term } from './stop-words.ts';
import { foldText, wordsOf } from './tokens.ts';

/** A value of the catalogue that a shopper may say in words. */
export interface Phrase {
  readonly attribute: string;
  readonly value: string;
  /** Where the attribute is what the shop calls its categories or brands. */
  readonly role?: 'category' | 'brand' | undefined;
}

/** The catalogue's values by the stems of their words. */
export interface Vocabulary extends ShopLanguage {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Words in the longest phrase. */
  readonly longest: number;
  readonly measured: readonly MeasuredColumn[];
}

/** Values of more words than this are descriptions that nobody types. */
const LONGEST_PHRASE = 5;
/** A word that is a value of more attributes than this says nothing about any of them. */
const MOST_MEANINGS = 4;

/** Whether a value can be said: one letter is no word (sizes M and L), but 靴 is. */
export const isSpoken = (value: string): boolean => /\p{L}{2}|\p{Script=Han}/u.test(value);

const phraseKey = (stems: readonly string[]): string => stems.join(' ');

/** Values of the catalogue as phrases; those that are no words, such as bare numbers and marks, are left out. */
export function vocabularyOf(
  entries: Iterable<Phrase>,
  shop: ShopLanguage = ANY_LANGUAGE,
  measured: readonly MeasuredColumn[] = [],
): Vocabulary {
  const { language, negators } = shop;
  const phrases = new Map<string, Phrase[]>();
  let longest = 0;
  for (const { attribute, value, role } of entries) {
    const words = wordsOf(foldText(value), language);
    if (words.length === 0 || words.length > LONGEST_PHRASE) continue;
    const key = phraseKey(words.map((word) => stem(word, language)));
    if (!isSpoken(key)) continue;
    const meanings = phrases.get(key);
    const phrase: Phrase = role === undefined ? { attribute, value } : { attribute, value, role };
    if (meanings === undefined) phrases.set(key, [phrase]);
    else if (meanings.length < MOST_MEANINGS && !meanings.some((known) => known.attribute === attribute)) {
      meanings.push(phrase);
    }
    longest = Math.max(longest, words.length);
  }
  return { phrases, longest, language, negators, measured };
}

/** Words that turn away what follows them. */
const NEGATORS = new Set(
  'not no without non w/o minus except excluding ohne kein keine keinem keinen keiner keines nicht ausser sans pas sauf sin excepto senza tranne zonder geen niet behalve sem nao exceto utan inte forutom uden ikke undtagen uten unntatt ilman bez nie без не кроме بدون بلا 不要 不含 不是 没有 沒有 不带 不帶 除了'.split(
    ' ',
  ),
);
export const EMPTY_VOCABULARY: Vocabulary = { phrases: new Map(), longest: 0, ...ANY_LANGUAGE, measured: [] };

/** Negators that turn nothing away before a number: "No. 5", "minus 10 degrees". */
const NUMBERED = new Set(['no', 'minus']);
/** Words that may stand between a negator and what it turns away: "not in leather", "pas de cuir". */
const FILLERS = new Set(
  'a an any the in of from made with and de du des en la le les l el los las aus mit dem der die das di van av med af из с в'.split(
    ' ',
  ),
);
/** Words that carry a negation on to the next: "not leather or suede". */
const ALTERNATIVES = new Set('or nor oder noch ou ni o of eller lub ani или ни'.split(' '));
/** Words that turn away what stands before them: "sugar free", "革なし"; "zuckerfrei" is one word and is not read. */
const TRAILING = new Set([
  'free',
  'frei',
  'vrij',
  'fri',
  'olmayan',
  'haric',
  'なし',
  '無し',
  '以外',
  '抜き',
  '없는',
  '제외',
]);
/** What is free without anything being turned away: "boots free delivery", "free range eggs". */
const GIVEN_FREE = new Set(
  'shipping delivery postage return returns gift gifts sample samples range standing size versand lieferung verzending levering frakt'.split(
    ' ',
  ),
);
/** "pas cher" is French for cheap, and turns nothing away. */
const CHEAP = { word: 'pas', next: /^chere?s?$/, stem: 'pas-cher' };

interface Found {
  readonly stems: readonly string[];
  readonly words: readonly string[];
  readonly phrases: readonly Phrase[];
  readonly length: number;
}

/** The longest phrase of the catalogue that begins at a word. */
function phraseAt(
  words: readonly string[],
  stems: readonly string[],
  at: number,
  vocabulary: Vocabulary,
): Found | undefined {
  for (let length = Math.min(vocabulary.longest, words.length - at); length > 0; length--) {
    const part = stems.slice(at, at + length);
    const phrases = vocabulary.phrases.get(phraseKey(part));
    if (phrases !== undefined) return { stems: part, words: words.slice(at, at + length), phrases, length };
  }
  return undefined;
}

/** "w/o" and "ではない" reach the segmenter as two words; they are put together before. */
const joinWithout = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'sans')
    .replace(/(?:では|じゃ|が)(?:ない|無い)/g, 'なし');

/** What is read: products' texts negate where they may, queries where that is what is meant. */
type Reading = 'text' | 'query';

/** Whether a word turns away what follows it. */
function negates(words: readonly string[], at: number, reading: Reading, shop: ShopLanguage): boolean {
  const { negators } = shop;
  const word = words[at];
  if (!NEGATORS.has(word)) return false;
  const next = words[at + 1];
  if (NUMBERED.has(word) && next !== undefined && /^\p{N}/u.test(next)) return false;
  const language = AMBIGUOUS.get(word);
  if (language === undefined) return true;
  if (next === undefined) return false;
  if (reading === 'text') return negators.includes(word);
  // Where no other word tells the language: "zapatos sin tacón", but "Sin City", of a shop without Spanish texts
  // anywhere.
  return (
    isIn(language, words.toSpliced(at, 1)) ??
    (shop.language === language || (at > 0 && negators.includes(word)))
  );
}

/** Whether a word turns away what stands right before it; "boots free delivery" gives something away. */
const turnsBack = (words: readonly string[], at: number): boolean =>
  TRAILING.has(words[at]) && !GIVEN_FREE.has(words[at + 1] ?? '');

/** A word that is no phrase of the catalogue. */
const wordAt = (words: readonly string[], stems: readonly string[], at: number): Found => ({
  stems: [stems[at]],
  words: [words[at]],
  phrases: [],
  length: 1,
});

/** Words told apart by what they say, in order; `left` are stop words. */
interface Scanned {
  readonly kept: readonly Found[];
  readonly negated: readonly Found[];
  readonly left: readonly string[];
}

function scan(
  words: readonly string[],
  stems: readonly string[],
  vocabulary: Vocabulary,
  reading: Reading,
): Scanned {
  const stops = stopWordsFor(words, vocabulary.language);
  const kept: Found[] = [];
  const negated: Found[] = [];
  const left: string[] = [];
  let denying = false;
  // Where the last of `kept` ends.
  let keptTo = -1;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const phrase = phraseAt(words, stems, at, vocabulary);
    if (phrase === undefined && word === CHEAP.word && CHEAP.next.test(words[at + 1] ?? '')) {
      kept.push({ stems: [CHEAP.stem], words: words.slice(at, at + 2), phrases: [], length: 2 });
      at += 2;
      continue;
    }
    if (phrase === undefined && negates(words, at, reading, vocabulary)) {
      // A text is also found by the word itself, or nobody would find "Sin City".
      if (reading === 'text' && AMBIGUOUS.has(word)) kept.push(wordAt(words, stems, at));
      denying = true;
      at++;
      continue;
    }
    if (phrase === undefined && denying && FILLERS.has(word)) {
      at++;
      continue;
    }
    if (phrase === undefined && keptTo === at && turnsBack(words, at)) {
      negated.push(kept.pop()!);
      at++;
      continue;
    }
    if (phrase === undefined && stops.has(word)) {
      left.push(word);
      at++;
      continue;
    }
    const found = phrase ?? wordAt(words, stems, at);
    (denying ? negated : kept).push(found);
    at += found.length;
    if (!denying) keptTo = at;
    denying = denying && at < words.length && ALTERNATIVES.has(words[at]);
    if (denying) at++;
  }
  return { kept, negated, left };
}

/**
 * What a shopper's words say: the words that carry meaning, the catalogue's values among them ("navy blue" → colour,
 * "27 inch" → screen size), the prices, and what is not wanted. Catalogue phrases are recognised before stop words are
 * dropped, so that a shop that sells a "Now" or a "hat" finds it. When nothing but stop words was typed, they are kept.
 *
 * @param query as typed, at most some hundred characters.
 */
export function extractKeywords(query: string, vocabulary: Vocabulary = EMPTY_VOCABULARY): Keywords {
  const { language } = vocabulary;
  const { range, rest: unpriced } = readPrices(joinWithout(foldText(query)));
  const { matched: amounts, rest } = readAmounts(unpriced, vocabulary.measured, (word) => NEGATORS.has(word));
  const words = wordsOf(rest, language);
  const stems = words.map((word) => stem(word, language));
  const { kept: meant, negated, left } = scan(words, stems, vocabulary, 'query');
  const nothingElse =
    meant.length === 0 && negated.length === 0 && range === undefined && amounts.length === 0;
  const measured = new Set(amounts.map(({ attribute }) => attribute));
  const kept = nothingElse
    ? left.map(
        (word): Found => ({
          stems: [stem(word, language)],
          words: [word],
          phrases: [],
          length: 1,
        }),
      )
    : meant;
  return {
    keywords: distinct(kept.flatMap((found) => found.words)),
    stems: distinct(kept.flatMap((found) => found.stems)),
    matched: [
      ...amounts,
      ...kept.flatMap((found) =>
        found.phrases
          .filter(({ attribute }) => !measured.has(attribute))
          .map((phrase) => ({ keyword: found.words.join(' '), ...phrase })),
      ),
    ],
    negated: distinct(refusedStems(kept, negated)),
    ...(language === ANY_LANGUAGE.language ? {} : { language }),
    ...(range === undefined ? {} : { priceRange: range }),
  };
}

/** Of a value of several words those that are wanted otherwise are not refused: "chocolate, not milk chocolate". */
function refusedStems(kept: readonly Found[], negated: readonly Found[]): string[] {
  const wanted = new Set(kept.flatMap(({ stems }) => stems));
  return negated.flatMap(({ stems }) => {
    const others = stems.filter((stem) => !wanted.has(stem));
    return others.length > 0 ? others : stems;
  });
}

/** The term of a text that says it is without something: "sugar-free" has no sugar, and says so. */
export const withoutTerm = (stemmed: string): string => `-${stemmed}`;

/**
 * The text of a product, or the query of others, as terms, with repetitions, stop words left out. What a text says to
 * be without is not what it has: "sugar-free gum" and "gum without sugar" have {@link withoutTerm}("sugar") for
 * "sugar".
 */
export function textTerms(text: string, { language, negators }: ShopLanguage = ANY_LANGUAGE): Term[] {
  const words = wordsOf(joinWithout(foldText(text)), language);
  if (!words.some((word) => NEGATORS.has(word) || TRAILING.has(word))) return plainTerms(words, language);
  const stems = words.map((word) => stem(word, language));
  const { kept, negated } = scan(words, stems, { ...EMPTY_VOCABULARY, language, negators }, 'text');
  if (kept.length === 0 && negated.length === 0) return plainTerms(words, language);
  // Without a vocabulary what is found has one stem.
  const termOf = (found: Found): Term => ({ stem: found.stems[0], word: found.words.join(' ') });
  return [
    ...kept.map(termOf),
    ...negated.map(termOf).map(({ stem, word }) => ({ stem: withoutTerm(stem), word: `without ${word}` })),
  ];
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];
