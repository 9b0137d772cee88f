import { LANGUAGES, wordsIn } from '../../languages/index.ts';
import type { FactWords } from '../../languages/language-pack.ts';
import { type Candidate, Sayings } from './candidate.ts';
import { LEAST_SHARE_OF_WORDS } from './constants.ts';
import type { SourceTexts, Word } from './source-texts.ts';

const KINDS = ['colour', 'material', 'audience'] as const;
type Kind = (typeof KINDS)[number];

/** A word, or words, that say a value in one language. */
interface Entry {
  readonly language: string;
  readonly kind: Kind | 'feature';
  readonly value: string;
}

interface Named extends FactWords {
  readonly language: string;
  readonly kind: Kind;
}

const FACTS: readonly Named[] = LANGUAGES.flatMap(({ code, facts }) =>
  KINDS.flatMap((kind) => (facts?.[kind] === undefined ? [] : [{ ...facts[kind], language: code, kind }])),
);
const ENTRIES = new Map<string, Entry[]>();
/** Forms in scripts without spaces, which are looked for within words. */
const UNSPACED: (readonly [form: string, entry: Entry])[] = [];
const NEGATORS: ReadonlySet<string> = new Set(wordsIn(({ negation }) => negation?.negators));
/** For the first words of all forms how many words the longest form has. */
const LONGEST = new Map<string, number>();

for (const { code, facts, unspaced } of LANGUAGES) {
  const add = (kind: Entry['kind'], values: string | undefined): void => {
    for (const value of values?.split(', ') ?? []) {
      const forms = value.split('|');
      const entry = { language: code, kind, value: forms[0] };
      for (const form of forms) {
        const words = form.split(' ');
        LONGEST.set(words[0], Math.max(words.length, LONGEST.get(words[0]) ?? 0));
        const known = ENTRIES.get(form);
        if (known === undefined) ENTRIES.set(form, [entry]);
        else known.push(entry);
        if (unspaced && /[^\0-\u02ff]/.test(form)) UNSPACED.push([form, entry]);
      }
    }
  };
  for (const kind of KINDS) add(kind, facts?.[kind]?.values);
  add('feature', facts?.features);
}
UNSPACED.sort(([left], [right]) => right.length - left.length || (left < right ? -1 : 1));

/** The names of a kind of fact in all languages. */
const namesOf = (kind: Kind): string[] =>
  FACTS.filter((fact) => fact.kind === kind).flatMap(({ names }) => names.split('|'));

/** What texts say in words that the language packs know: colours, materials, for whom, and features. */
export function saidInWords(source: SourceTexts): Candidate[] {
  const found = new Map<string, Sayings>();
  const say = (product: number, { language, kind, value }: Entry, start: number, end: number, as: string) => {
    const key = kind === 'feature' ? `${language} feature ${value}` : `${language} ${kind}`;
    let sayings = found.get(key);
    if (sayings === undefined) {
      sayings = new Sayings();
      found.set(key, sayings);
    }
    sayings.add(product, value, () => ({ label: as }), start, end);
  };
  source.texts.forEach((text, product) => {
    if (text === undefined) return;
    eachWord(source, product, (entry, start, end) => {
      // In prose a colour may be that of anything, and a word for whom it is a word of greeting.
      if (source.isProse && (entry.kind === 'colour' || entry.kind === 'audience')) return;
      if (source.isProse && !source.isStated(product, start, end)) return;
      say(
        product,
        entry,
        start,
        end,
        entry.kind === 'feature' ? entry.value : text.slice(start, end).toLowerCase(),
      );
    });
  });
  for (const sayings of found.values()) sayings.withoutNames(source);
  const language = likeliestLanguage(found);
  return [
    ...KINDS.flatMap((kind) => factsIn(language, kind, found, source)),
    ...features(language, found, source),
  ];
}

/** One language a column of texts, the one of most sayings: "rose" is a colour in French only. */
function likeliestLanguage(found: ReadonlyMap<string, Sayings>): string {
  const sizes = new Map<string, number>();
  for (const [key, { size }] of found) {
    const language = key.slice(0, key.indexOf(' '));
    sizes.set(language, (sizes.get(language) ?? 0) + size);
  }
  let best = '';
  for (const { code } of LANGUAGES) if ((sizes.get(code) ?? 0) > (sizes.get(best) ?? 0)) best = code;
  return best;
}

function eachWord(
  source: SourceTexts,
  product: number,
  say: (entry: Entry, start: number, end: number) => void,
): void {
  const words = source.words(product);
  for (let at = 0; at < words.length; at++) {
    // The longest phrase counts: "stainless steel" is no steel.
    let length = Math.min(LONGEST.get(words[at].folded) ?? 0, words.length - at);
    let entries: readonly Entry[] | undefined;
    for (; length > 0; length--) {
      entries = ENTRIES.get(phraseAt(words, at, length));
      if (entries !== undefined) break;
    }
    if (entries === undefined || (at > 0 && NEGATORS.has(words[at - 1].folded))) continue;
    for (const entry of entries) say(entry, words[at].start, words[at + length - 1].end);
    at += length - 1;
  }
  const text = source.texts[product] ?? '';
  if (!/[\p{Script=Han}\p{Script=Katakana}]/u.test(text)) return;
  for (const [form, entry] of UNSPACED) {
    const start = text.indexOf(form);
    if (start >= 0 && !isWithinWord(text, start, start + form.length)) say(entry, start, start + form.length);
  }
}

function phraseAt(words: readonly Word[], at: number, length: number): string {
  let phrase = words[at].folded;
  for (let next = at + 1; next < at + length; next++) phrase += ` ${words[next].folded}`;
  return phrase;
}

/** Whether a word of katakana goes on: ブルー is no ブルートゥース. */
function isWithinWord(text: string, start: number, end: number): boolean {
  const kana = /[\p{Script=Katakana}ー]/u;
  return (
    (start > 0 && kana.test(text[start]) && kana.test(text[start - 1])) ||
    (end < text.length && kana.test(text[end - 1]) && kana.test(text[end]))
  );
}

function factsIn(
  language: string,
  kind: Kind,
  found: ReadonlyMap<string, Sayings>,
  { column }: SourceTexts,
): Candidate[] {
  const fact = FACTS.find((each) => each.kind === kind && each.language === language);
  const sayings = found.get(`${language} ${kind}`);
  if (fact === undefined || sayings === undefined) return [];
  return [
    {
      key: kind,
      name: fact.names.split('|')[0],
      names: namesOf(kind),
      from: column,
      values: sayings.values,
      sayings: sayings.sayings,
      isOfWords: true,
      least: LEAST_SHARE_OF_WORDS,
    },
  ];
}

function features(
  language: string,
  found: ReadonlyMap<string, Sayings>,
  { column }: SourceTexts,
): Candidate[] {
  const lead = `${language} feature `;
  return [...found].flatMap(([key, sayings]) => {
    if (!key.startsWith(lead)) return [];
    const name = key.slice(lead.length);
    return [
      {
        key: `feature ${name}`,
        name,
        names: [name],
        from: column,
        values: sayings.values,
        sayings: sayings.sayings,
        isFeature: true as const,
      },
    ];
  });
}
