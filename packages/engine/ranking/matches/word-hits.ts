import type { InvertedIndex, Postings } from '../indexing/term-table.ts';
import type { Reading } from '../query/words/reading.ts';

/** A query word as the catalogue writes it, and the products that have it, ascending. */
export interface Match {
  readonly word: string;
  readonly items: ArrayLike<number>;
  /** Whether that is the whole search, of which no word is told beside it. */
  readonly isWhole?: boolean;
}

/** The products that have a word in one of its readings, each once, with what the best reading counts. */
interface Hits {
  readonly products: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
  /** See {@link Postings.marks}. */
  readonly marks: ArrayLike<number>;
}

/** A reading of a word that some products have. */
export interface KnownReading {
  readonly reading: Reading;
  readonly postings: Postings;
}

/** Hits, and by reading the products that have none before it, by which they are explained. */
export interface WordHits {
  readonly hits: Hits;
  readonly matches: readonly Match[];
}

/** What the readings of a word find. */
export function hitsOf(readings: readonly KnownReading[], terms: InvertedIndex): WordHits {
  // Most words have one reading, in which each product stands once.
  if (readings.length === 1) {
    const [{ reading, postings }] = readings;
    return {
      hits: hitsOfOne(readings[0]),
      matches: [{ word: toldAs(reading, terms), items: postings.items }],
    };
  }
  const best = new Map<number, { score: number; marks: number }>();
  const matches: Match[] = [];
  for (const known of readings) {
    const { products, scores, marks: found } = hitsOfOne(known);
    const isNew: number[] = [];
    for (let k = 0; k < products.length; k++) {
      const marks = found[k];
      const score = scores[k];
      const hit = best.get(products[k]);
      if (hit === undefined) {
        best.set(products[k], { score, marks });
        isNew.push(products[k]);
      } else {
        hit.score = Math.max(hit.score, score);
        hit.marks |= marks;
      }
    }
    if (isNew.length > 0) matches.push({ word: toldAs(known.reading, terms), items: isNew });
  }
  const hits = [...best.values()];
  return {
    hits: {
      products: [...best.keys()],
      scores: hits.map(({ score }) => score),
      marks: hits.map((hit) => hit.marks),
    },
    matches,
  };
}

const hitsOfOne = ({ reading: { share }, postings: { items, weights, marks } }: KnownReading): Hits => ({
  products: items,
  scores: share === 1 ? weights : Float64Array.from(weights, (weight) => share * weight),
  marks,
});

/** What a match by a reading is told as: "sofa (for couch)". */
const toldAs = ({ stems, told }: Reading, terms: InvertedIndex): string =>
  told ?? stems.map((stem) => terms.wordOf(stem)).join(' ');
