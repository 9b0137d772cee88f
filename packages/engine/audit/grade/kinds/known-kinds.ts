import { oneOf, rootCounts } from '../../../catalogue/shelves/ambiguous-shelves.ts';
import { attributesCalled } from '../../../catalogue/shelves/column-attributes.ts';
import { ShelfReader } from '../../../catalogue/shelves/shelf-reader.ts';
import { mayHave } from '../../../catalogue/shelves/shelves.ts';

/**
 * How much likelier what is known of shelves excludes an attribute that hardly any product of a kind has (506 of 782) than one
 * that every fifth has (9 of 246): columns and recognised shelves of 30 real files.
 */
const EXCLUDES_RIGHTLY = 17.7;

/** What is known of the kinds of a shop by their names. */
export class KnownKinds {
  /** Per kind the place of its shelf in `SHELVES`. */
  readonly #shelves: readonly (number | undefined)[];

  constructor(labels: readonly (string | undefined)[]) {
    const named = labels.filter((label) => label !== undefined);
    const read = new ShelfReader([named]).inLabels(named, false).map(({ shelves }) => shelves);
    const roots = rootCounts([{ cell: Int32Array.from(read.keys()), readings: read }]);
    const shelves = read.map((reading) => oneOf(reading, roots));
    let at = 0;
    this.#shelves = labels.map((label) => (label === undefined ? undefined : shelves[at++]));
  }

  /**
   * The probability that an attribute applies to a kind, by the export and by what is known of shelves: the odds that the
   * export gives are divided where such a shelf cannot have what the column is called. Bayes' rule.
   *
   * @param byExport the probability that the export gives by itself
   */
  applying(column: string, kind: number, byExport: number): number {
    if (!this.#excludes(column, kind)) return byExport;
    return byExport / (byExport + EXCLUDES_RIGHTLY * (1 - byExport));
  }

  #excludes(column: string, kind: number): boolean {
    const shelf = this.#shelves[kind];
    if (shelf === undefined) return false;
    const called = attributesCalled(column);
    return called.length > 0 && called.every((attribute) => !mayHave(shelf, attribute));
  }
}
