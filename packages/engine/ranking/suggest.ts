import { foldText, wordsOf } from '../session/text.ts';
import type { Persona, Profile } from '../session/types.ts';
import { bind } from './binding.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { type Column, holds } from './columns.ts';
import { Mixture } from './mixture.ts';
import type { Model } from './model.ts';
import { NOBODY } from './nobody.ts';
import { sceneOf } from './scene.ts';
import type { Factor } from './types.ts';
import { VOICE_COUNT, VOICES } from './voices.ts';

/** A query that shoppers sent, and how many sessions did. */
export interface SentQuery {
  readonly query: string;
  readonly sessions: number;
}

export interface SuggestRequest {
  readonly profile: Profile | undefined;
  readonly index: CatalogueIndex;
  readonly model: Model;
  /** ms since the epoch */
  readonly now: number;
  readonly limit: number;
  /** What is typed so far. */
  readonly query?: string | undefined;
  /** What shoppers searched for; only queries of `LEAST_SESSIONS` and more are ever shown to others. */
  readonly queries?: readonly SentQuery[] | undefined;
  readonly personas?: readonly Persona[] | undefined;
}

export interface Suggestion {
  readonly query: string;
  /** Share of the suggestions' probability; the scores of all candidates add up to 1. */
  readonly score: number;
  readonly scoreBreakdown: readonly Factor[];
}

/** Below this number of sessions a query might be one visitor's own words. */
export const LEAST_SESSIONS = 5;
/** Of the whole, what queries of other shoppers get. */
const QUERY_SHARE = 0.3;
/** Values that are combined with a category. */
const MOST_VALUES = 24;
const MOST_CATEGORIES = 8;
const LONGEST_LABEL = 40;

interface Candidate {
  readonly query: string;
  readonly mass: number;
  readonly has: (product: number) => boolean;
}

/**
 * Query suggestions: the categories, brands and values of the catalogue, and a value with a category, each as likely
 * as the session is to go next to a product of it; and what other shoppers searched for.
 */
export function suggest(request: SuggestRequest): readonly Suggestion[] {
  const { profile, index, model, now, limit, personas = [] } = request;
  const typed = wordsOf(foldText(request.query ?? '')).map(({ text }) => text);
  const sent = (request.queries ?? []).filter(
    ({ query, sessions }) => sessions >= LEAST_SESSIONS && matches(query, typed),
  );
  const binding = bind(index, model);
  const mixture = new Mixture(sceneOf(binding, profile ?? NOBODY, personas, now));
  try {
    const score = mixture.scores();
    const phrases = candidatesOf(index, score).filter(({ query }) => matches(query, typed));
    const phraseMass = phrases.reduce((sum, { mass }) => sum + mass, 0);
    const sessions = sent.reduce((sum, query) => sum + query.sessions, 0);
    const share = sessions === 0 ? 0 : phraseMass === 0 ? 1 : QUERY_SHARE;
    const entries = new Map<string, { phrase?: Candidate; sent?: SentQuery; score: number }>();
    for (const phrase of phrases) {
      const key = foldText(phrase.query);
      if (!entries.has(key)) entries.set(key, { phrase, score: ((1 - share) * phrase.mass) / phraseMass });
    }
    for (const query of sent) {
      const key = foldText(query.query);
      const entry = entries.get(key) ?? { score: 0 };
      entries.set(key, { ...entry, sent: query, score: entry.score + (share * query.sessions) / sessions });
    }
    return [...entries.values()]
      .map((entry, order) => ({ ...entry, order }))
      .sort((a, b) => b.score - a.score || a.order - b.order)
      .slice(0, limit)
      .map(({ phrase, sent: query }) => {
        const scoreBreakdown: Factor[] = [];
        if (phrase !== undefined)
          scoreBreakdown.push(...phraseFactors(mixture, phrase, (1 - share) / phraseMass));
        if (query !== undefined) {
          const value = query.sessions / sessions;
          scoreBreakdown.push({
            factor: 'popularity',
            signal: `searched_by:${query.sessions}_sessions`,
            weight: share,
            value,
            contribution: share * value,
          });
        }
        return {
          query: phrase?.query ?? query!.query,
          score: scoreBreakdown.reduce((sum, factor) => sum + factor.contribution, 0),
          scoreBreakdown,
        };
      });
  } finally {
    mixture.close();
  }
}

/** Whether every typed word begins a word of the phrase. */
function matches(phrase: string, typed: readonly string[]): boolean {
  if (typed.length === 0) return true;
  const words = wordsOf(foldText(phrase)).map(({ text }) => text);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

function candidatesOf(index: CatalogueIndex, score: Float64Array): Candidate[] {
  const candidates: Candidate[] = [];
  const masses = index.columns.map((column) => massesOf(column, score));
  index.columns.forEach((column, k) => {
    for (const value of spoken(column)) {
      candidates.push({
        query: column.labels[value]!,
        mass: masses[k]![value]!,
        has: (product) => holds(column, product, value),
      });
    }
  });
  const { category } = index;
  if (category === undefined) return candidates;
  const best = (column: Column, k: number, count: number): number[] =>
    spoken(column)
      .sort((a, b) => masses[k]![b]! - masses[k]![a]! || a - b)
      .slice(0, count);
  const categories = best(category, index.columnNumbers.get(category.name)!, MOST_CATEGORIES);
  index.columns.forEach((column, k) => {
    if (column === category) return;
    const values = best(column, k, MOST_VALUES);
    const table = new Float64Array(categories.length * values.length);
    const categoryPlace = places(category, categories);
    const valuePlace = places(column, values);
    for (let product = 0; product < index.size; product++) {
      const shelf = category.cell[product]! < 0 ? -1 : categoryPlace[category.cell[product]!]!;
      const value = column.cell[product]! < 0 ? -1 : valuePlace[column.cell[product]!]!;
      if (shelf >= 0 && value >= 0) table[shelf * values.length + value]! += score[product]!;
    }
    categories.forEach((shelf, a) => {
      values.forEach((value, b) => {
        const mass = table[a * values.length + b]!;
        if (mass === 0) return;
        candidates.push({
          query: `${column.labels[value]} ${category.labels[shelf]}`.toLowerCase(),
          mass,
          has: (product) =>
            firstOf(category, product, categoryPlace) === a && firstOf(column, product, valuePlace) === b,
        });
      });
    });
  });
  return candidates;
}

/** Values that can be said: they have letters, and are no sentences. */
function spoken(column: Column): number[] {
  const found: number[] = [];
  column.labels.forEach((label, value) => {
    if (label.length <= LONGEST_LABEL && /\p{L}{2}/u.test(label) && !/^(true|false|yes|no)$/i.test(label)) {
      found.push(value);
    }
  });
  return found;
}

/** Per cell the place of its first chosen value, -1 without one. */
function places(column: Column, chosen: readonly number[]): Int32Array {
  const place = new Map(chosen.map((value, k) => [value, k]));
  return Int32Array.from({ length: column.cellStart.length - 1 }, (_, cell) => {
    for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
      const at = place.get(column.cellValues[k]!);
      if (at !== undefined) return at;
    }
    return -1;
  });
}

const firstOf = (column: Column, product: number, place: Int32Array): number =>
  column.cell[product]! < 0 ? -1 : place[column.cell[product]!]!;

function massesOf(column: Column, score: Float64Array): Float64Array {
  const mass = new Float64Array(column.labels.length);
  for (let product = 0; product < score.length; product++) {
    const cell = column.cell[product]!;
    if (cell < 0) continue;
    for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
      mass[column.cellValues[k]!]! += score[product]!;
    }
  }
  return mass;
}

/** The mass that each voice gives to the products of a phrase. */
function phraseFactors(mixture: Mixture, phrase: Candidate, share: number): Factor[] {
  const opinions = new Float64Array(VOICE_COUNT);
  const sums = new Float64Array(VOICE_COUNT);
  for (let product = 0; product < mixture.scene.binding.index.size; product++) {
    if (!phrase.has(product)) continue;
    mixture.opinions(product, opinions);
    for (let k = 0; k < VOICE_COUNT; k++) sums[k]! += opinions[k]!;
  }
  const factors: Factor[] = [];
  for (let k = 0; k < VOICE_COUNT; k++) {
    const weight = share * mixture.weight[k]!;
    if (weight * sums[k]! === 0) continue;
    factors.push({
      factor: VOICES[k]!.factor,
      signal: VOICES[k]!.name,
      weight,
      value: sums[k]!,
      contribution: weight * sums[k]!,
    });
  }
  return factors;
}
