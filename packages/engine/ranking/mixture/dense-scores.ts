import { zeros } from '../../primitives/pooled-arrays.ts';
import type { DenseOpinion } from '../experts/expert.ts';
import type { Binding } from '../model/bound-model.ts';
import { inTables, type Lookup } from './group-tables.ts';
import { mix, multiply } from './table-passes.ts';

/** An opinion on all products: `base · scale`, times the lift where there is one. */
export interface Kept {
  readonly base: Float64Array;
  readonly scale: number;
  readonly lift?: Lookup;
}

/**
 * The opinions on kinds of products, put together for all products at once: what depends on one column is added up
 * by combinations of values, what depends on several is multiplied by them, each product then costs a few look-ups.
 */
export class Dense {
  readonly opinions: readonly DenseOpinion[];
  /** 1 / sum over the products of what an opinion says before it is scaled; 0 for one that says nothing. */
  readonly scale: Float64Array;
  readonly #binding: Binding;
  /** Prior times lift of every product, of the opinions on several joint columns. */
  readonly #masses: (Float64Array | undefined)[] = [];

  constructor(binding: Binding, opinions: readonly DenseOpinion[]) {
    this.#binding = binding;
    this.opinions = opinions;
    this.scale = zeros(opinions.length);
    for (let d = 0; d < opinions.length; d++) {
      const sum = opinions[d].values === undefined ? this.#massOf(d) : 1;
      if (sum > 0) this.scale[d] = 1 / sum;
    }
  }

  /** What an opinion says of a product: a probability. */
  value(d: number, product: number): number {
    const { lifts, values } = this.opinions[d];
    const scale = this.scale[d];
    if (values !== undefined) return values[product] * scale;
    const masses = this.#masses[d];
    if (masses !== undefined) return masses[product] * scale;
    const { code, table } = lifts[0];
    return this.#binding.prior[product] * scale * table[code[product] + 1];
  }

  /** What an opinion says of all products, which stays when the next ranking takes the working space. */
  kept(d: number): Kept {
    const { lifts, values } = this.opinions[d];
    const scale = this.scale[d];
    if (values !== undefined) return { base: values, scale };
    const masses = this.#masses[d];
    if (masses !== undefined) return { base: masses.slice(), scale };
    return { base: this.#binding.prior, scale, lift: lifts[0] };
  }

  /** Fills `score` with `rest · prior` and what all opinions say, each with its weight. */
  scores(rest: number, weight: (d: number) => number, score: Float64Array): void {
    const { joints, prior, scratch } = this.#binding;
    const lifts: Lookup[] = [];
    const whole: { readonly values: Float64Array; readonly weight: number }[] = [];
    for (let d = 0; d < this.opinions.length; d++) {
      const opinion = this.opinions[d];
      const scaled = weight(d) * this.scale[d];
      if (scaled === 0) continue;
      const values = opinion.values ?? this.#masses[d];
      if (values !== undefined) whole.push({ values, weight: scaled });
      else {
        const [lift] = opinion.lifts;
        lifts.push({ code: lift!.code, table: scaledBy(scaled, lift!.table) });
      }
    }
    const { tables, loose } = inTables(joints, lifts, 'sum', scratch.tables);
    const { values, weight: part } = whole.shift() ?? { values: prior, weight: 0 };
    mix(joints, tables, rest, prior, part, values, score);
    for (const { code, table } of loose) {
      for (let i = 0; i < score.length; i++) score[i] = score[i] + prior[i] * table[code[i] + 1];
    }
    for (const { values, weight } of whole) {
      for (let i = 0; i < score.length; i++) score[i] = score[i] + weight * values[i];
    }
  }

  /** Sum of prior times lift over the products. */
  #massOf(d: number): number {
    const { lifts } = this.opinions[d];
    if (lifts.length === 1) {
      const { table, mass } = lifts[0];
      let sum = 0;
      for (let c = 0; c < table.length; c++) sum += table[c] * mass[c];
      return sum;
    }
    const { prior, scratch, joints } = this.#binding;
    const masses = scratch.masses[this.#masses.filter((taken) => taken !== undefined).length];
    this.#masses[d] = masses;
    const { tables, loose } = inTables(joints, lifts, 'product', scratch.tables);
    let sum = multiply(joints, tables, prior, masses);
    for (const { code, table } of loose) {
      sum = 0;
      for (let i = 0; i < masses.length; i++) {
        const mass = masses[i] * table[code[i] + 1];
        masses[i] = mass;
        sum += mass;
      }
    }
    return sum;
  }
}

function scaledBy(factor: number, table: Float64Array): Float64Array {
  const scaled = zeros(table.length);
  for (let c = 0; c < table.length; c++) scaled[c] = factor * table[c];
  return scaled;
}
