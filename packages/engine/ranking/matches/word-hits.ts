import {
  CALLED,
  type InvertedIndex,
  type Postings,
  placeInTitle,
  withoutForms,
  withPlace,
} from '../indexing/term-table.ts';
import { idfOf } from '../indexing/text-relevance.ts';
import type { Reading } from '../query/words/reading.ts';
import { postingsOf } from '../query/words/words-together.ts';

/**
 * A reading by which less than SELDOM_CALLED of its products are called calls none of them, if by another reading OFTEN_CALLED or more
 * of its products are: "SSD" in the names of computers is what they have, beside solid state drives. Set by hand.
 */
const SELDOM_CALLED = 0.1;
const OFTEN_CALLED = 0.5;

/**
 * What the other names of a word count at most, where things are called by them. The word itself counts no more where it calls
 * nothing: one "Couch cover" is rarer than all sofas, and no couch.
 *
 * @param all the products of each reading in the whole catalogue, and how many it has
 */
function mostOf(readings: readonly KnownReading[], all: readonly Postings[], products: number): number {
  const counts = readings.flatMap(({ reading: { isOtherName, share } }, r) =>
    isOtherName === true && shareCalled(all[r]) >= OFTEN_CALLED
      ? [share * idfOf(all[r].items.length, products)]
      : [],
  );
  return counts.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...counts);
}

/** A query word as the catalogue writes it, and the products that have it, ascending. */
export interface Match {
  readonly word: string;
  readonly items: ArrayLike<number>;
  /** Whether that is the whole search, of which no word is told beside it. */
  readonly isWhole?: true;
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
  /** Whether that is the word itself: the forms of a synonym are not those of the word. */
  readonly isOwn: boolean;
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
  // A list that a search has found says little of what its words are mostly said of.
  const whole = terms.whole ?? terms;
  const all = readings.map(({ reading, postings }) =>
    whole === terms ? postings : (postingsOf(whole, reading) ?? postings),
  );
  const shares = all.map(shareCalled);
  const hasProperName = Math.max(...shares) >= OFTEN_CALLED;
  const most = mostOf(readings, all, whole.products);
  const best = new Map<number, { score: number; marks: number }>();
  const matches: Match[] = [];
  for (const [r, known] of readings.entries()) {
    const { products, scores, marks: found } = hitsOfOne(known);
    const isSeldom = hasProperName && shares[r] < SELDOM_CALLED;
    const kept = isSeldom ? ~CALLED : ~0;
    const scale =
      isSeldom && known.isOwn ? Math.min(1, most / idfOf(all[r].items.length, whole.products)) : 1;
    const isNew: number[] = [];
    for (let k = 0; k < products.length; k++) {
      const marks = found[k] & kept;
      const score = scale * scores[k];
      const hit = best.get(products[k]);
      if (hit === undefined) {
        best.set(products[k], { score, marks });
        isNew.push(products[k]);
      } else {
        // It stands where the reading does that counts most.
        const place = placeInTitle(score > hit.score ? marks : hit.marks);
        hit.score = Math.max(hit.score, score);
        hit.marks = withPlace(hit.marks | marks, place);
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

const hitsOfOne = ({
  reading: { share },
  isOwn,
  postings: { items, weights, marks },
}: KnownReading): Hits => ({
  products: items,
  scores: share === 1 ? weights : Float64Array.from(weights, (weight) => share * weight),
  marks: isOwn ? marks : Uint16Array.from(marks, withoutForms),
});

/** Of the products of a reading, the share that is called by it. */
function shareCalled({ marks }: Postings): number {
  let called = 0;
  for (let k = 0; k < marks.length; k++) if ((marks[k] & CALLED) !== 0) called++;
  return called / marks.length;
}

/** What a match by a reading is told as: "sofa (for couch)". */
const toldAs = ({ stems, told }: Reading, terms: InvertedIndex): string =>
  told ?? stems.map((stem) => terms.wordOf(stem)).join(' ');
