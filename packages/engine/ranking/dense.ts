import type { Binding } from './binding.ts';
import type { DenseOpinion, Lift } from './experts/expert.ts';
import type { Joints } from './joints.ts';

/** Tables over the combinations of the joint columns, one after the other, and the columns that have one. */
interface Tables {
  readonly values: Float64Array;
  readonly places: readonly number[];
}

/** An opinion on every product for itself. */
interface Whole {
  readonly values: Float64Array;
  readonly weight: number;
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
    const sums = new Float64Array(joints.starts.at(-1)!);
    const spoken = new Set<number>();
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
      spoken.add(place);
      const from = joints.starts[place]!;
      const entry = entries.get(code)!;
      for (let c = 0; c < cells; c++) sums[from + c] = sums[from + c]! + scaled * table[entry[c]!]!;
    }
    const first = whole[0] ?? { values: prior, weight: 0 };
    const size = score.length;
    const places = [...spoken];
    if (loose.length === 0 && places.length === 3) {
      mix(rest, joints, places, sums, prior, first, score);
    } else {
      score.fill(rest);
      for (const place of places) {
        const from = joints.starts[place]!;
        const at = place * size;
        const { cells } = joints;
        for (let i = 0; i < size; i++) score[i] = score[i]! + sums[from + cells[at + i]!]!;
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
    const { tables, loose } = this.#multiplied(lifts);
    multiplyTables(tables, this.#binding.joints, masses);
    for (const { code, table } of loose) {
      for (let i = 0; i < masses.length; i++) masses[i] = masses[i]! * table[code[i]! + 1]!;
    }
    return total(masses);
  }

  /** The product of lifts by combination of values; `loose` are the lifts on no joint column. */
  #multiplied(lifts: readonly Lift[]): { readonly tables: Tables; readonly loose: readonly Lift[] } {
    const { joints } = this.#binding;
    const values = new Float64Array(joints.starts.at(-1)!);
    const places: number[] = [];
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
      const from = joints.starts[place]!;
      if (places.includes(place)) {
        for (let c = 0; c < cells; c++) values[from + c] = values[from + c]! * table[entry[c]!]!;
      } else {
        places.push(place);
        for (let c = 0; c < cells; c++) values[from + c] = table[entry[c]!]!;
      }
    }
    return { tables: { values, places }, loose };
  }
}

/** Multiplies every product's number by what the tables say, four at a time so that it is read and written less. */
function multiplyTables({ values, places }: Tables, { cells, starts }: Joints, into: Float64Array): void {
  const size = into.length;
  let p = 0;
  for (; p + 3 < places.length; p += 4) {
    const a = places[p]! * size;
    const b = places[p + 1]! * size;
    const c = places[p + 2]! * size;
    const d = places[p + 3]! * size;
    const fromA = starts[places[p]!]!;
    const fromB = starts[places[p + 1]!]!;
    const fromC = starts[places[p + 2]!]!;
    const fromD = starts[places[p + 3]!]!;
    for (let i = 0; i < size; i++) {
      into[i] =
        into[i]! *
        (values[fromA + cells[a + i]!]! * values[fromB + cells[b + i]!]!) *
        (values[fromC + cells[c + i]!]! * values[fromD + cells[d + i]!]!);
    }
  }
  for (; p < places.length; p++) {
    const a = places[p]! * size;
    const from = starts[places[p]!]!;
    for (let i = 0; i < size; i++) into[i] = into[i]! * values[from + cells[a + i]!]!;
  }
}

/** All in one pass, as shops with category, brand and price have it: `prior · (rest + three look-ups) + weight · value`. */
function mix(
  rest: number,
  { cells, starts }: Joints,
  places: readonly number[],
  sums: Float64Array,
  prior: Float64Array,
  { values, weight }: Whole,
  score: Float64Array,
): void {
  const size = score.length;
  const a = places[0]! * size;
  const b = places[1]! * size;
  const c = places[2]! * size;
  const fromA = starts[places[0]!]!;
  const fromB = starts[places[1]!]!;
  const fromC = starts[places[2]!]!;
  for (let i = 0; i < size; i++) {
    const lift = sums[fromA + cells[a + i]!]! + sums[fromB + cells[b + i]!]! + sums[fromC + cells[c + i]!]!;
    score[i] = prior[i]! * (rest + lift) + weight * values[i]!;
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
