import { catalogueAdjacency } from './catalogue-adjacency.ts';
import { coVisited } from './co-visitation/co-visited.ts';
import { attribute } from './columns/attribute.ts';
import { brand } from './columns/brand.ts';
import { category } from './columns/category.ts';
import { price } from './columns/price.ts';
import { context } from './context.ts';
import type { Expert, ExpertGroup } from './expert.ts';
import { keyword } from './keyword.ts';
import { meaning } from './meaning.ts';
import { persona } from './persona.ts';
import { popularity } from './popularity.ts';
import { prior } from './prior.ts';
import { revisit } from './revisit.ts';
import { sequence } from './sequence.ts';

/**
 * The experts of a mixture, numbered in the order of their groups. Scores are summed in that order, which decides their
 * last bit. The prior comes last.
 */
export class ExpertRegistry {
  readonly groups: readonly ExpertGroup[];
  readonly experts: readonly Expert[];
  /** Number of the first expert of each group. */
  readonly firstOf: readonly number[];
  /** Sparse experts have numbers from `firstSparse` to `lastSparse`; dense ones may lie between. */
  readonly firstSparse: number;
  readonly lastSparse: number;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #groupOf: readonly number[];

  /** @throws RangeError where two experts have one name, or the prior is not the last */
  constructor(groups: readonly ExpertGroup[]) {
    this.groups = groups;
    this.experts = groups.flatMap(({ experts }) => experts);
    this.#numbers = new Map(this.experts.map(({ name }, number) => [name, number]));
    if (this.#numbers.size < this.experts.length) throw new RangeError('Two experts have the same name.');
    if (this.experts.at(-1)?.name !== 'prior') throw new RangeError('The prior is the last expert.');
    let first = 0;
    this.firstOf = groups.map(({ experts }) => {
      const start = first;
      first += experts.length;
      return start;
    });
    this.#groupOf = groups.flatMap(({ experts }, group) => experts.map(() => group));
    this.firstSparse = this.experts.findIndex(({ scores }) => scores === 'sparse');
    this.lastSparse = this.experts.findLastIndex(({ scores }) => scores === 'sparse');
  }

  get count(): number {
    return this.experts.length;
  }

  /** Number of the prior, which gets the weight that other experts are not confident of. */
  get prior(): number {
    return this.experts.length - 1;
  }

  /** Position of an expert's group. */
  groupOf(expert: number): number {
    return this.#groupOf[expert]!;
  }

  /**
   * Number of an expert in all arrays of weights and scores.
   *
   * @throws RangeError for an unknown name
   */
  numberOf(name: string): number {
    const number = this.#numbers.get(name);
    if (number === undefined) throw new RangeError(`No expert is called ${name}.`);
    return number;
  }
}

/** The experts of every ranking. To add one, write its file and list its group here: see docs/extending.md. */
export const EXPERTS = new ExpertRegistry([
  category,
  brand,
  attribute,
  price,
  keyword,
  meaning,
  persona,
  revisit,
  sequence,
  coVisited,
  catalogueAdjacency,
  context,
  popularity,
  prior,
]);
