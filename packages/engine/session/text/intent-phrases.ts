import type { Language } from '../../languages/language-pack.ts';
import { type IntentWord, intentWordsOf } from '../../languages/words/intents.ts';
import { stem } from './stemming.ts';
import { foldText, wordsOf } from './tokens.ts';
import type { WordSpan } from './word-spans.ts';

/** What orders or limits a list, or says for whom it is. */
export type IntentName = Exclude<IntentWord, 'gift' | 'for' | 'or' | 'occasion' | 'premium' | 'research'>;

const INTENTS = [
  'cheap',
  'cheapest',
  'bestRated',
  'new',
  'newest',
  'sale',
] as const satisfies readonly IntentName[];
const PERSONS = ['women', 'men', 'children'] as const satisfies readonly IntentName[];

interface Phrases {
  /** By the words of a phrase, and by their stems. */
  readonly intents: ReadonlyMap<string, IntentName>;
  readonly gifts: ReadonlySet<string>;
  readonly or: ReadonlySet<string>;
  /** Words of the longest phrase. */
  readonly longest: number;
}

const byLanguage = new Map<Language, Phrases>();

function phrasesOf(language: Language): Phrases {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const words = intentWordsOf(language);
  const intents = new Map<string, IntentName>();
  let longest = 0;
  const keysOf = (phrase: string): readonly [asTyped: string, stems: string] => {
    const typed = wordsOf(foldText(phrase), language);
    longest = Math.max(longest, typed.length);
    return [typed.join(' '), typed.map((word) => stem(word, language)).join(' ')];
  };
  const phrases = [
    ...INTENTS.flatMap((name) => (words[name] ?? []).map((phrase) => [name, phrase] as const)),
    ...PERSONS.flatMap((name) =>
      (words.for ?? ['']).flatMap((begin) =>
        (words[name] ?? []).map((person) => [name, `${begin} ${person}`] as const),
      ),
    ),
  ].map(([name, phrase]) => [name, keysOf(phrase)] as const);
  // Endings may be all that tells "cheapest" from "cheap": the words themselves go before their stems.
  for (const place of [0, 1] as const) {
    for (const [name, keys] of phrases) if (!intents.has(keys[place])) intents.set(keys[place], name);
  }
  const gifts = new Set((words.gift ?? []).flatMap(keysOf));
  const read = { intents, gifts, or: new Set((words.or ?? []).flatMap(keysOf)), longest };
  byLanguage.set(language, read);
  return read;
}

/** A phrase of intent in a search: its words from `from` on, before `to`. */
export interface IntentPhrase {
  readonly name: IntentName;
  readonly from: number;
  readonly to: number;
}

/**
 * The phrases of intent among the words of a search, the longest where several begin. A gift for somebody is a phrase for that
 * person.
 *
 * @param meaningOf what the shop says of a phrase, by its stems: the intent, `null` for none, `undefined` where it says nothing
 */
export function intentPhrasesIn(
  spans: readonly WordSpan[],
  language: Language,
  meaningOf: (
    stems: string,
    named: (stems: string) => IntentName | undefined,
  ) => IntentName | null | undefined,
): readonly IntentPhrase[] {
  const { intents, gifts, longest } = phrasesOf(language);
  const found: IntentPhrase[] = [];
  const words = spans.map(({ word }) => word);
  const stems = words.map((word) => stem(word, language));
  const isGift = (from: number, to: number): boolean =>
    gifts.has(words.slice(from, to).join(' ')) || gifts.has(stems.slice(from, to).join(' '));
  for (let at = 0; at < words.length; at++) {
    for (let to = Math.min(words.length, at + longest); to > at; to--) {
      const key = stems.slice(at, to).join(' ');
      const given = meaningOf(key, (other) => intents.get(other));
      const name =
        given === undefined ? (intents.get(words.slice(at, to).join(' ')) ?? intents.get(key)) : given;
      if (name === undefined || name === null) continue;
      let from = at;
      const isForWhom = PERSONS.some((person) => person === name);
      for (let gift = Math.max(0, at - longest); isForWhom && gift < at; gift++) {
        if (isGift(gift, at)) from = Math.min(from, gift);
      }
      found.push({ name, from, to });
      at = to - 1;
      break;
    }
  }
  return found;
}

/** The places of words between two of which either is enough: "red or blue". */
export function alternativesIn(spans: readonly WordSpan[], language: Language): readonly number[] {
  const { or } = phrasesOf(language);
  return spans.flatMap(({ word }, at) => (at > 0 && at < spans.length - 1 && or.has(word) ? [at] : []));
}
