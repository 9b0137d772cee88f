import {
  type CatalogueIndex,
  LEAST_SESSIONS,
  LONGEST_SYNONYM,
  searchReader,
} from '@decidable/engine/ranking';
import { interestName, type Keywords } from '@decidable/engine/session';
import { areOtherValues } from './other-values.ts';
import { type AskedSession, type AskedVisit, LONGEST_QUERY, Senders } from './query-counts.ts';

/**
 * The share of the choices after one phrase that have to be among the products chosen after the other, for the other to
 * find it. Measured on simulated shops.
 */
const LEAST_SHARE = 0.6;
/** The same in return: a phrase that few products of the other fit ("macbook", "laptop") is none. Measured there, too. */
const LEAST_RETURN = 0.5;
/**
 * Least log-likelihood ratio. For one pair 30 is a chance of 4 in 10^8 (χ², one degree of freedom), so that a million
 * pairs of phrases teach none by chance.
 */
const LEAST_RATIO = 30;
/** Visitors that have to choose a product after a phrase, for it to be one of those that the phrase means. */
const LEAST_CHOOSERS = 2;
/** Phrases that are compared, the most frequent; and synonyms that are kept, the surest. Set by hand. */
const MOST_PHRASES = 2_000;
const MOST_LEARNED = 500;

/** A phrase of which a search also finds another one, because shoppers chose the same products after both. */
export interface LearnedSynonym {
  /** As most shoppers typed it. */
  readonly word: string;
  readonly finds: string;
  /** Visitors that searched for either phrase and chose a product. */
  readonly visitors: readonly [word: number, finds: number];
  /** The share of the choices after `finds` that are products chosen after `word`. */
  readonly share: number;
}

/** A phrase that was searched for, and what was chosen then. */
class Phrase {
  readonly stems: readonly string[];
  readonly senders = new Senders();
  readonly spelled = new Map<string, number>();
  /** By product the visitors that chose it, each with one of its visits. */
  readonly chosen = new Map<string, Map<string, AskedVisit>>();
  #choices = 0;

  constructor(stems: readonly string[]) {
    this.stems = stems;
  }

  /** Choices, of each visitor once a product. */
  get choices(): number {
    return this.#choices;
  }

  chose(product: string, visitor: string, visit: AskedVisit): void {
    let visitors = this.chosen.get(product);
    if (visitors === undefined) {
      visitors = new Map();
      this.chosen.set(product, visitors);
    }
    if (visitors.has(visitor)) return;
    visitors.set(visitor, visit);
    this.#choices++;
  }

  /** The products that several visitors chose. */
  *meant(): Generator<string> {
    for (const [product, { size }] of this.chosen) if (size >= LEAST_CHOOSERS) yield product;
  }

  /** The most frequent spelling. */
  get spelling(): string {
    return [...this.spelled].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  }
}

/** Visitors are told apart by address block and day; all visits of a day whose block is unknown are of one. */
const visitorOf = ({ begins, block = '' }: AskedVisit): string =>
  `${Math.floor(begins / 86_400_000)} ${block}`;

/**
 * Learns which phrases shoppers use for the same products: phrases of which many visitors, told apart as for popular
 * queries, chose products of the other far more often than visitors in general do (the log-likelihood ratio of Dunning,
 * "Accurate methods for the statistics of surprise and coincidence", 1993). No visitor counts twice, and the shared choices
 * themselves have to come from many, so none teaches a synonym alone.
 *
 * Not compared are searches that negate, or name a price, a size or a number; phrases that share a word or are searched
 * for together; and phrases that name different values of one column, such as two colours or brands.
 */
export function learnSynonyms(sessions: readonly AskedSession[], index: CatalogueIndex): LearnedSynonym[] {
  const phrases = frequentPhrases(sessions, index);
  const phrasesOf = Map.groupBy(
    phrases.flatMap((phrase) => [...phrase.chosen.keys()].map((product) => ({ phrase, product }))),
    ({ product }) => product,
  );
  const choicesOf = new Map<string, number>();
  let all = 0;
  for (const { choices, chosen } of phrases) {
    all += choices;
    for (const [product, { size }] of chosen) choicesOf.set(product, (choicesOf.get(product) ?? 0) + size);
  }
  const found: {
    readonly from: Phrase;
    readonly to: Phrase;
    readonly share: number;
    readonly ratio: number;
  }[] = [];
  for (const from of phrases) {
    const meant = [...from.meant()];
    const inMeant = meant.reduce((sum, product) => sum + choicesOf.get(product)!, 0);
    const sharedBy = new Map<Phrase, number>();
    for (const product of meant) {
      for (const { phrase } of phrasesOf.get(product)!) {
        sharedBy.set(phrase, (sharedBy.get(phrase) ?? 0) + phrase.chosen.get(product)!.size);
      }
    }
    const own = sharedBy.get(from) ?? 0;
    sharedBy.delete(from);
    for (const [to, shared] of sharedBy) {
      const share = shared / to.choices;
      if (share < LEAST_SHARE) continue;
      if (choicesIn(from, [...to.meant()]) < LEAST_RETURN * from.choices) continue;
      const elsewhere = all - from.choices - to.choices;
      const elsewhereIn = inMeant - own - shared;
      if (share * elsewhere <= elsewhereIn) continue;
      const ratio = logLikelihoodRatio(shared, to.choices - shared, elsewhereIn, elsewhere - elsewhereIn);
      if (ratio >= LEAST_RATIO && sharedByMany(to, meant)) found.push({ from, to, share, ratio });
    }
  }
  const asked = new Set(phrases.map(({ stems }) => stems));
  const isTogether = (a: Phrase, b: Phrase): boolean =>
    asked.values().some((stems) => [...a.stems, ...b.stems].every((stem) => stems.includes(stem)));
  const areOther = areOtherValues(
    index,
    found.map(({ from, to }) => [from.stems, to.stems]),
  );
  return found
    .filter(
      ({ from, to }, k) =>
        !from.stems.some((stem) => to.stems.includes(stem)) && !isTogether(from, to) && !areOther[k],
    )
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, MOST_LEARNED)
    .map(({ from, to, share }) => ({
      word: from.spelling,
      finds: to.spelling,
      visitors: [from.senders.visitors, to.senders.visitors],
      share: Math.round(share * 1_000) / 1_000,
    }));
}

const choicesIn = ({ chosen }: Phrase, products: readonly string[]): number =>
  products.reduce((sum, product) => sum + (chosen.get(product)?.size ?? 0), 0);

function sharedByMany({ chosen }: Phrase, products: readonly string[]): boolean {
  const senders = new Senders();
  const seen = new Set<string>();
  for (const product of products) {
    for (const [visitor, visit] of chosen.get(product) ?? []) {
      if (seen.has(visitor)) continue;
      seen.add(visitor);
      senders.sessions++;
      senders.came(visit);
    }
  }
  return senders.areMany;
}

/** The phrases that many visitors searched for and then chose a product, the most frequent first. */
function frequentPhrases(sessions: readonly AskedSession[], index: CatalogueIndex): Phrase[] {
  const read = searchReader(index);
  const keys = new Map<string, readonly string[] | undefined>();
  const stemsOf = (search: string): readonly string[] | undefined => {
    if (search.length > LONGEST_QUERY) return undefined;
    if (!keys.has(search)) keys.set(search, plainStems(read(search)));
    return keys.get(search);
  };
  const phrases = new Map<string, Phrase>();
  for (const session of sessions) {
    const asked = new Set<Phrase>();
    for (const visit of session) {
      const visitor = visitorOf(visit);
      for (const [k, search] of visit.searches.entries()) {
        const chosen = visit.chosen?.[k] ?? [];
        const stems = chosen.length === 0 ? undefined : stemsOf(search);
        if (stems === undefined) continue;
        const key = stems.join(' ');
        let phrase = phrases.get(key);
        if (phrase === undefined) {
          phrase = new Phrase(stems);
          phrases.set(key, phrase);
        }
        asked.add(phrase);
        phrase.senders.came(visit);
        const spelling = interestName(search);
        phrase.spelled.set(spelling, (phrase.spelled.get(spelling) ?? 0) + 1);
        for (const product of chosen) phrase.chose(product, visitor, visit);
      }
    }
    for (const { senders } of asked) senders.sessions++;
  }
  return [...phrases.values()]
    .filter(({ senders }) => senders.sessions >= LEAST_SESSIONS && senders.areMany)
    .sort((a, b) => b.senders.visitors - a.senders.visitors)
    .slice(0, MOST_PHRASES);
}

/** The stems of a search that says nothing but words. */
function plainStems({ stems, negated, matched, priceRange, asks }: Keywords): readonly string[] | undefined {
  if (negated.length + matched.length > 0 || (priceRange ?? asks) !== undefined) return undefined;
  if (stems.length === 0 || stems.length > LONGEST_SYNONYM) return undefined;
  return stems.some((stem) => /\d/.test(stem)) ? undefined : stems;
}

/** −2 log λ of two rows of counts having the same share (Dunning 1993). */
function logLikelihoodRatio(k11: number, k12: number, k21: number, k22: number): number {
  const part = (...counts: readonly number[]): number => {
    const sum = counts.reduce((a, b) => a + b, 0);
    return counts.reduce((total, count) => total + (count === 0 ? 0 : count * Math.log(count / sum)), 0);
  };
  return 2 * (part(k11, k12, k21, k22) - part(k11 + k12, k21 + k22) - part(k11 + k21, k12 + k22));
}
