import { type JudgedQuery, RELEVANT } from './judged-set.ts';

const CUTOFF = 10;

/** How good one list is. */
export interface ListQuality {
  /** NDCG@10; products that were not judged count as grade 0. */
  readonly ndcg: number;
  /** NDCG@10 of the list without the products that were not judged. */
  readonly condensed: number;
  /** 1 / rank of the first relevant product among the first ten; 0 if there is none. */
  readonly reciprocalRank: number;
}

/** Gain 2^grade − 1, discount log2(rank + 1) (Burges et al. 2005). */
const dcg = (grades: readonly number[]): number =>
  grades.slice(0, CUTOFF).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);

/** Judges a ranked list of product ids. */
export function qualityOf({ grades }: JudgedQuery, ranked: readonly string[]): ListQuality {
  const ideal = dcg([...grades.values()].sort((a, b) => b - a));
  const first = ranked.slice(0, CUTOFF).findIndex((id) => (grades.get(id) ?? 0) >= RELEVANT);
  return {
    ndcg: dcg(ranked.map((id) => grades.get(id) ?? 0)) / ideal,
    condensed: dcg(ranked.flatMap((id) => grades.get(id) ?? [])) / ideal,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** The means of a query set. */
export interface Relevance {
  readonly ndcg: number;
  /** Standard error of `ndcg` over the queries. */
  readonly error: number;
  readonly condensed: number;
  readonly mrr: number;
  /** Share of the queries with no relevant product among the first ten. */
  readonly nothing: number;
  readonly msP50: number;
  readonly msP95: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param times milliseconds of each query */
export function relevanceOf(lists: readonly ListQuality[], times: readonly number[]): Relevance {
  const ndcgs = lists.map(({ ndcg }) => ndcg);
  const ndcg = mean(ndcgs);
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))];
  return {
    ndcg,
    error: Math.sqrt(mean(ndcgs.map((value) => (value - ndcg) ** 2)) / Math.max(1, ndcgs.length - 1)),
    condensed: mean(lists.map(({ condensed }) => condensed)),
    mrr: mean(lists.map(({ reciprocalRank }) => reciprocalRank)),
    nothing: mean(lists.map(({ reciprocalRank }) => (reciprocalRank === 0 ? 1 : 0))),
    msP50: quantile(0.5),
    msP95: quantile(0.95),
  };
}
