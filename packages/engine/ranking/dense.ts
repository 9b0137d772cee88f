import type { Binding } from './binding.ts';
import type { DenseOpinion, Lift } from './experts/expert.ts';
import { MOST_CODES } from './joints.ts';

/** Tables over the combinations of a joint column. */
interface Factor {
  readonly cell: Uint16Array;
  readonly table: Float64Array;
}

/** An opinion on every product for itself. */
interface Whole {
  readonly values: Float64Array;
  readonly weight: number;
}

/** Stands for a table where fewer are added than a pass reads. */
const NOTHING = new Float64Array(MOST_CODES);

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
    this.scale = new Float64Array(opinions.length);
    for (let d = 0; d < opinions.length; d++) {
      const sum = opinions[d]!.values === undefined ? this.#massOf(d) : 1;
      if (sum > 0) this.scale[d] = 1 / sum;
    }
  }

  /** What an opinion says of a product: a probability. */
  value(d: number, product: number): number {
    const { lifts, values } = this.opinions[d]!;
    const scale = this.scale[d]!;
    if (values !== undefined) return values[product]! * scale;
    const masses = this.#masses[d];
    if (masses !== undefined) return masses[product]! * scale;
    const { code, table } = lifts[0]!;
    return this.#binding.prior[product]! * scale * table[code[product]! + 1]!;
  }

  /** Fills `score` with `rest · prior` and what all opinions say, each with its weight. */
  scores(rest: number, weight: (d: number) => number, score: Float64Array): void {
    const { joints, prior } = this.#binding;
    const tables: (Float64Array | undefined)[] = [];
    const loose: { readonly code: Int32Array; readonly table: Float64Array }[] = [];
    const whole: Whole[] = [];
    for (let d = 0; d < this.opinions.length; d++) {
      const { lifts, values } = this.opinions[d]!;
      const scaled = weight(d) * this.scale[d]!;
      if (scaled === 0) continue;
      const each = values ?? this.#masses[d];
      if (each !== undefined) {
        whole.push({ values: each, weight: scaled });
        continue;
      }
      const { code, table } = lifts[0]!;
      const place = joints.placeOf.get(code);
      if (place === undefined) {
        loose.push({ code, table: table.map((lift) => scaled * lift) });
        continue;
      }
      const { cells, entries } = joints.columns[place]!;
      tables[place] ??= new Float64Array(cells);
      const sums = tables[place];
      const entry = entries.get(code)!;
      for (let c = 0; c < cells; c++) sums[c] = sums[c]! + scaled * table[entry[c]!]!;
    }
    const added: Factor[] = [];
    tables.forEach((table, place) => {
      if (table !== undefined) added.push({ cell: joints.columns[place]!.cell, table });
    });
    const first = whole[0] ?? { values: prior, weight: 0 };
    if (loose.length === 0 && added.length <= 3 && joints.columns.length > 0) {
      const none: Factor = { cell: joints.columns[0]!.cell, table: NOTHING };
      mix(rest, added[0] ?? none, added[1] ?? none, added[2] ?? none, prior, first, score);
    } else {
      score.fill(rest);
      for (const { cell, table } of added) {
        for (let i = 0; i < score.length; i++) score[i] = score[i]! + table[cell[i]!]!;
      }
      for (const { code, table } of loose) {
        for (let i = 0; i < score.length; i++) score[i] = score[i]! + table[code[i]! + 1]!;
      }
      for (let i = 0; i < score.length; i++) {
        score[i] = score[i]! * prior[i]! + first.weight * first.values[i]!;
      }
    }
    for (let k = 1; k < whole.length; k++) {
      const { values, weight } = whole[k]!;
      for (let i = 0; i < score.length; i++) score[i] = score[i]! + weight * values[i]!;
    }
  }

  /** Sum of prior times lift over the products. */
  #massOf(d: number): number {
    const { lifts } = this.opinions[d]!;
    if (lifts.length === 1) {
      const { table, mass } = lifts[0]!;
      let sum = 0;
      for (let c = 0; c < table.length; c++) sum += table[c]! * mass[c]!;
      return sum;
    }
    const { prior, scratch } = this.#binding;
    const masses = scratch.masses[this.#masses.filter((taken) => taken !== undefined).length]!;
    this.#masses[d] = masses;
    masses.set(prior);
    const { factors, loose } = this.#multiplied(lifts);
    multiplyTables(factors, masses);
    for (const { code, table } of loose) {
      for (let i = 0; i < masses.length; i++) masses[i] = masses[i]! * table[code[i]! + 1]!;
    }
    return total(masses);
  }

  /** The product of lifts by combination of values; `loose` are the lifts on no joint column. */
  #multiplied(lifts: readonly Lift[]): {
    readonly factors: readonly Factor[];
    readonly loose: readonly Lift[];
  } {
    const { joints } = this.#binding;
    const tables: (Float64Array | undefined)[] = [];
    const loose: Lift[] = [];
    for (const lift of lifts) {
      const place = joints.placeOf.get(lift.code);
      if (place === undefined) {
        loose.push(lift);
        continue;
      }
      const { cells, entries } = joints.columns[place]!;
      const entry = entries.get(lift.code)!;
      const { table } = lift;
      const product = tables[place];
      if (product === undefined) {
        const first = new Float64Array(cells);
        for (let c = 0; c < cells; c++) first[c] = table[entry[c]!]!;
        tables[place] = first;
      } else for (let c = 0; c < cells; c++) product[c] = product[c]! * table[entry[c]!]!;
    }
    const factors: Factor[] = [];
    tables.forEach((table, place) => {
      if (table !== undefined) factors.push({ cell: joints.columns[place]!.cell, table });
    });
    return { factors, loose };
  }
}

/** Multiplies every product's number by what the tables say, four at a time so that it is read and written less. */
function multiplyTables(factors: readonly Factor[], into: Float64Array): void {
  let f = 0;
  for (; f + 3 < factors.length; f += 4) {
    const { cell: a, table: ofA } = factors[f]!;
    const { cell: b, table: ofB } = factors[f + 1]!;
    const { cell: c, table: ofC } = factors[f + 2]!;
    const { cell: d, table: ofD } = factors[f + 3]!;
    for (let i = 0; i < into.length; i++) {
      into[i] = into[i]! * (ofA[a[i]!]! * ofB[b[i]!]!) * (ofC[c[i]!]! * ofD[d[i]!]!);
    }
  }
  for (; f + 1 < factors.length; f += 2) {
    const { cell: a, table: ofA } = factors[f]!;
    const { cell: b, table: ofB } = factors[f + 1]!;
    for (let i = 0; i < into.length; i++) into[i] = into[i]! * (ofA[a[i]!]! * ofB[b[i]!]!);
  }
  if (f < factors.length) {
    const { cell, table } = factors[f]!;
    for (let i = 0; i < into.length; i++) into[i] = into[i]! * table[cell[i]!]!;
  }
}

/** All in one pass: `prior · (rest + three look-ups) + weight · value`. */
function mix(
  rest: number,
  { cell: a, table: ofA }: Factor,
  { cell: b, table: ofB }: Factor,
  { cell: c, table: ofC }: Factor,
  prior: Float64Array,
  { values, weight }: Whole,
  score: Float64Array,
): void {
  for (let i = 0; i < score.length; i++) {
    score[i] = prior[i]! * (rest + ofA[a[i]!]! + ofB[b[i]!]! + ofC[c[i]!]!) + weight * values[i]!;
  }
}

/** A sum in four strands, which do not wait for each other. */
function total(values: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < values.length; i += 4) {
    a += values[i]!;
    b += values[i + 1]!;
    c += values[i + 2]!;
    d += values[i + 3]!;
  }
  for (; i < values.length; i++) a += values[i]!;
  return a + b + (c + d);
}
