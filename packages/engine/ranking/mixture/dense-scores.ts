import { zeros } from '../../primitives/pooled-arrays.ts';
import type { DenseScores } from '../experts/expert.ts';
import type { Lookup } from '../intent/lift.ts';
import type { BoundModel, Scratch } from '../model/bound-model.ts';
import { combineInTables } from './column-group-tables.ts';
import { mix, multiply, type Weighted } from './score-passes.ts';

/**
 * The scores of all products by one expert: `base · scale`, times the lift of the product's cell where there is one.
 */
export interface KeptScores {
  readonly base: Float64Array;
  readonly scale: number;
  readonly lift?: Lookup;
}

/**
 * Combines the scores of dense experts for all products at once. Lifts of one column are added up per cell of a column
 * group, lifts of several columns are multiplied per cell; each product then costs one look-up per pair of groups.
 */
export class DenseMixture {
  readonly all: readonly DenseScores[];
  /** 1 / sum of the unnormalised scores over the products; 0 where all are 0. */
  readonly scale: Float64Array;
  readonly #bound: BoundModel;
  readonly #scratch: Scratch;
  /** Prior times lift of every product, for scores with lifts of several columns. */
  readonly #masses: (Float64Array | undefined)[] = [];

  constructor(bound: BoundModel, scratch: Scratch, all: readonly DenseScores[]) {
    this.#scratch = scratch;
    this.#bound = bound;
    this.all = all;
    this.scale = zeros(all.length);
    for (let d = 0; d < all.length; d++) {
      const sum = all[d].values === undefined ? this.#massOf(d) : 1;
      if (sum > 0) this.scale[d] = 1 / sum;
    }
  }

  /** The probability of a product by the scores numbered `d`. */
  value(d: number, product: number): number {
    const { lifts, values } = this.all[d];
    const scale = this.scale[d];
    if (values !== undefined) return values[product] * scale;
    const masses = this.#masses[d];
    if (masses !== undefined) return masses[product] * scale;
    const { code, table } = lifts[0];
    return this.#bound.prior[product] * scale * table[code[product] + 1];
  }

  /** The scores of all products by the scores numbered `d`, in memory that outlives the mixture. */
  kept(d: number): KeptScores {
    const { lifts, values } = this.all[d];
    const scale = this.scale[d];
    if (values !== undefined) return { base: values, scale };
    const masses = this.#masses[d];
    if (masses !== undefined) return { base: masses.slice(), scale };
    return { base: this.#bound.prior, scale, lift: lifts[0] };
  }

  /** Fills `score` with `rest · prior` plus the weighted scores of all dense experts. */
  scores(rest: number, weight: (d: number) => number, score: Float64Array): void {
    const { columnGroups: groups, prior } = this.#bound;
    const scratch = this.#scratch;
    const lifts: Lookup[] = [];
    const direct: Weighted[] = [];
    for (let d = 0; d < this.all.length; d++) {
      const scores = this.all[d];
      const scaled = weight(d) * this.scale[d];
      if (scaled === 0) continue;
      const values = scores.values ?? this.#masses[d];
      if (values !== undefined) direct.push({ values, weight: scaled });
      else {
        const [lift] = scores.lifts;
        lifts.push({ code: lift!.code, table: scaledBy(scaled, lift!.table) });
      }
    }
    const { tables, ungrouped } = combineInTables(groups, lifts, 'sum', scratch.tables);
    mix(groups, tables, ungrouped, rest, prior, direct, score);
  }

  /** The sum of prior times lift over the products. */
  #massOf(d: number): number {
    const { lifts } = this.all[d];
    if (lifts.length === 1) {
      const { table, mass } = lifts[0];
      let sum = 0;
      for (let c = 0; c < table.length; c++) sum += table[c] * mass[c];
      return sum;
    }
    const { prior, columnGroups: groups } = this.#bound;
    const scratch = this.#scratch;
    const masses = scratch.masses[this.#masses.filter((taken) => taken !== undefined).length];
    this.#masses[d] = masses;
    const { tables, ungrouped } = combineInTables(groups, lifts, 'product', scratch.tables);
    return multiply(groups, tables, ungrouped, prior, masses);
  }
}

function scaledBy(factor: number, table: Float64Array): Float64Array {
  const scaled = zeros(table.length);
  for (let c = 0; c < table.length; c++) scaled[c] = factor * table[c];
  return scaled;
}
