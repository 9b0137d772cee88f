import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { verify } from '@decidable/engine/audit';
import {
  type Attribute,
  interpret,
  interpretTogether,
  readTable,
  type Table,
} from '@decidable/engine/catalogue';

// Property 5 of the grading: a true repair of a real catalogue is verified; the same cells filled at random, with
// invented values, with a constant, from another column, or by dropping the bad rows are not. Real cells are blanked,
// "repaired" in each way, and the verdicts counted.

export type Repair =
  | 'true'
  | 'random'
  | 'shuffled'
  | 'neighbours'
  | 'invented'
  | 'constant'
  | 'copied'
  | 'dropped';
export const REPAIRS: readonly Repair[] = [
  'true',
  'random',
  'shuffled',
  'invented',
  'constant',
  'copied',
  'dropped',
];
/** Ways to fill a part of the cells; the others are filled truly. */
export const PARTIAL: readonly Repair[] = [
  'random',
  'shuffled',
  'neighbours',
  'invented',
  'constant',
  'copied',
];

export type Blanking = 'at random' | 'tied';
const BLANKINGS: readonly Blanking[] = ['at random', 'tied'];

export interface RepairOptions {
  /** Seeds a column and way of blanking; default 2. */
  readonly seeds?: number;
  /** Columns of a file, spread over all questions; default 10. */
  readonly columns?: number;
  /** Files above this many products get one seed and five columns; default 20,000. */
  readonly large?: number;
  /** Products of a file, picked at random; default all. */
  readonly products?: number;
  /** Ways to repair; default REPAIRS. */
  readonly repairs?: readonly Repair[];
  /** Share of the blanked cells that are filled in that way, the others truly; default 1. */
  readonly share?: number;
}

export interface Tried {
  readonly file: string;
  readonly column: string;
  readonly blanking: Blanking;
  readonly repair: Repair;
  readonly cells: number;
  readonly verdict: string;
  readonly reasons: readonly string[];
  /** Verified, with the warning `thin_evidence`. */
  readonly isThin: boolean;
}

export interface Confusion {
  readonly tried: readonly Tried[];
  /** Share of the true repairs that are verified, and of each other kind that are not; per file and overall. */
  readonly rates: readonly {
    readonly file: string;
    readonly rates: Readonly<Partial<Record<Repair, number>>>;
  }[];
}

/** Columns with fewer recorded products are too small to blank and to learn from. */
const FEWEST_RECORDED = 15;

export function confusionOfRepairs(files: readonly string[], options: RepairOptions = {}): Confusion {
  const tried = files.flatMap((file) => triedOn(file, options));
  const names = [...new Set(tried.map(({ file }) => file))];
  const rates = [...names, 'all'].map((file) => ({
    file,
    rates: ratesOf(tried.filter((each) => file === 'all' || each.file === file)),
  }));
  return { tried, rates };
}

function ratesOf(tried: readonly Tried[]): Partial<Record<Repair, number>> {
  const rates: Partial<Record<Repair, number>> = {};
  for (const repair of new Set(tried.map((each) => each.repair))) {
    const own = tried.filter((each) => each.repair === repair);
    if (own.length === 0) continue;
    const right = own.filter(({ verdict }) => (verdict === 'verified') === (repair === 'true')).length;
    rates[repair] = right / own.length;
  }
  return rates;
}

function triedOn(file: string, options: RepairOptions): Tried[] {
  const tried: Tried[] = [];
  for (const { before, after, column, blanking, repair, cells } of attempts(file, options)) {
    const result = verify(...interpretTogether(before, after), { repairs: [{ attribute: column }] });
    const { verdict, reasons } = result.claims![0];
    tried.push({
      file: basename(file),
      column,
      blanking,
      repair,
      cells,
      verdict,
      reasons: reasons.map(({ code }) => code),
      isThin:
        verdict === 'verified' && result.warnings?.some(({ code }) => code === 'thin_evidence') === true,
    });
  }
  return tried;
}

/** A column with cells blanked, and those cells filled again in one of the ways. */
export interface Attempt {
  readonly before: Table;
  readonly after: Table;
  readonly column: string;
  readonly blanking: Blanking;
  readonly repair: Repair;
  readonly cells: number;
}

function* attempts(file: string, options: RepairOptions): Generator<Attempt> {
  const whole = sampled(readTable(readFileSync(file)), options.products ?? Infinity);
  const askableOf = interpret(whole).attributes;
  const isLarge = whole.ids.length > (options.large ?? 20_000);
  const askable = askableOf.flatMap((attribute, index) =>
    attribute.notQuestion === undefined && recordedIn(whole, index).length >= FEWEST_RECORDED ? [index] : [],
  );
  const wanted = isLarge ? Math.min(5, options.columns ?? 5) : (options.columns ?? 10);
  const columns = askable.filter(
    (_, at) =>
      Math.floor((at * wanted) / askable.length) !== Math.floor(((at - 1) * wanted) / askable.length),
  );
  for (const column of columns) {
    // Real gaps would remain after any repair, so each column is tested on the products that have it.
    const table = keeping(whole, recordedIn(whole, column));
    const { attributes } = interpret(table);
    if (attributes[column].notQuestion !== undefined) continue;
    const { name } = table.columns[column];
    for (const blanking of BLANKINGS) {
      for (let seed = 1; seed <= (isLarge ? 1 : (options.seeds ?? 2)); seed++) {
        const random = randomOf(seed * 7919 + column);
        const blanked = blankedProducts(table, attributes, column, blanking, random);
        if (blanked === undefined) continue;
        const before = withCells(table, column, new Map(blanked.map((product) => [product, -1])));
        for (const repair of options.repairs ?? REPAIRS) {
          const share = options.share ?? 1;
          const after = repaired(table, attributes, before, column, blanked, repair, share, random);
          if (after === undefined || (repair !== 'true' && isTrue(table, after, column, blanked))) continue;
          yield { before, after, column: name, blanking, repair, cells: blanked.length };
        }
      }
    }
  }
}

/** A fill that equals the truth everywhere is not a bad repair: a constant may, where nearly all values are equal. */
function isTrue(table: Table, after: Table, column: number, blanked: readonly number[]): boolean {
  if (after.ids.length < table.ids.length) return false;
  const text = ({ columns }: Table, product: number) => columns[column].texts[columns[column].cell[product]];
  return blanked.every((product) => text(table, product) === text(after, product));
}

function sampled(table: Table, most: number): Table {
  if (table.ids.length <= most) return table;
  const products = table.ids.map((_, product) => product);
  return keeping(
    table,
    shuffled(products, randomOf(most))
      .slice(0, most)
      .sort((left, right) => left - right),
  );
}

function keeping(table: Table, products: readonly number[]): Table {
  return {
    ...table,
    ids: products.map((product) => table.ids[product]),
    columns: table.columns.map((own) => {
      const texts: string[] = [];
      const place = new Map<number, number>();
      const cell = Int32Array.from(products, (product) => {
        const text = own.cell[product];
        if (text < 0) return -1;
        let index = place.get(text);
        if (index === undefined) {
          index = texts.push(own.texts[text]) - 1;
          place.set(text, index);
        }
        return index;
      });
      return { name: own.name, cell, texts, placeholders: new Int32Array(0) };
    }),
  };
}

function recordedIn(table: Table, column: number): number[] {
  const { cell } = table.columns[column];
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) products.push(product);
  return products;
}

/** mulberry32: the benchmark's own seeded randomness. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Two fifths of the recorded cells: any of them, or those of whole groups of another attribute. */
function blankedProducts(
  table: Table,
  attributes: readonly Attribute[],
  column: number,
  blanking: Blanking,
  random: () => number,
): number[] | undefined {
  const recorded = recordedIn(table, column);
  const wanted = Math.round(0.4 * recorded.length);
  if (blanking === 'at random') return shuffled(recorded, random).slice(0, wanted);
  const ties = attributes.flatMap((attribute, other) =>
    other !== column && attribute.kind === 'category' && attribute.values.length > 2 ? [other] : [],
  );
  if (ties.length === 0) return undefined;
  const tie = table.columns[ties[Math.floor(random() * ties.length)]].cell;
  const groups = shuffled([...new Set(recorded.map((product) => tie[product]))], random);
  const blanked: number[] = [];
  for (const group of groups) {
    const own = recorded.filter((product) => tie[product] === group);
    // Nine tenths of a group, so that the tie is strong but not perfect.
    if (blanked.length + own.length > 0.6 * recorded.length) continue;
    blanked.push(...own.filter(() => random() < 0.9));
    if (blanked.length >= wanted) break;
  }
  return blanked.length < 5 ? undefined : blanked;
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const copy = [...values];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

function withCells(
  table: Table,
  column: number,
  cells: ReadonlyMap<number, number>,
  added: readonly string[] = [],
): Table {
  const columns = table.columns.map((own, index) => {
    if (index !== column) return own;
    const cell = own.cell.slice();
    for (const [product, text] of cells) cell[product] = text;
    return { ...own, cell, texts: [...own.texts, ...added] };
  });
  return { ...table, columns };
}

function repaired(
  table: Table,
  attributes: readonly Attribute[],
  before: Table,
  column: number,
  blanked: readonly number[],
  repair: Repair,
  share: number,
  random: () => number,
): Table | undefined {
  const { cell, texts } = table.columns[column];
  const still = recordedIn(before, column).map((product) => cell[product]);
  const isBad = new Set(
    share < 1 ? shuffled(blanked, random).slice(0, Math.round(share * blanked.length)) : blanked,
  );
  const fill = (text: (product: number) => number, added: readonly string[] = []) =>
    withCells(
      before,
      column,
      new Map(blanked.map((product) => [product, isBad.has(product) ? text(product) : cell[product]])),
      added,
    );
  switch (repair) {
    case 'true':
      return table;
    case 'random': {
      const distinct = [...new Set(still)];
      return distinct.length < 2 ? undefined : fill(() => distinct[Math.floor(random() * distinct.length)]);
    }
    case 'shuffled':
      return new Set(still).size < 2 ? undefined : fill(() => still[Math.floor(random() * still.length)]);
    case 'neighbours': {
      // The value of the nearest recorded product above, or below if none is above.
      const above = new Map<number, number>();
      let last = still[0];
      before.columns[column].cell.forEach((own, product) => {
        if (own >= 0) last = own;
        above.set(product, last);
      });
      return new Set(still).size < 2 ? undefined : fill((product) => above.get(product)!);
    }
    case 'invented': {
      const added = blanked.map((_, i) => invented(attributes[column], i, random));
      const place = new Map(blanked.map((product, i) => [product, texts.length + i]));
      return fill((product) => place.get(product)!, added);
    }
    case 'constant': {
      const counts = new Map<number, number>();
      for (const text of still) counts.set(text, (counts.get(text) ?? 0) + 1);
      const [most] = [...counts].sort((a, b) => b[1] - a[1])[0];
      return counts.size < 2 ? undefined : fill(() => most);
    }
    case 'copied': {
      const sources = table.columns.filter(
        (source, index) =>
          index !== column &&
          source.texts.length > 1 &&
          blanked.every((product) => source.cell[product] >= 0),
      );
      if (sources.length === 0) return undefined;
      const source = sources[Math.floor(random() * sources.length)];
      const place = new Map(blanked.map((product, i) => [product, texts.length + i]));
      return fill(
        (product) => place.get(product)!,
        blanked.map((product) => source.texts[source.cell[product]]),
      );
    }
    case 'dropped': {
      const bad = new Set(blanked);
      return keeping(
        before,
        table.ids.flatMap((_, product) => (bad.has(product) ? [] : [product])),
      );
    }
  }
}

function invented(attribute: Attribute, index: number, random: () => number): string {
  const numbers = attribute.values.flatMap(({ number }) => (number === undefined ? [] : [number]));
  if (attribute.kind !== 'number' || numbers.length === 0) return `value ${index % 23} of nobody`;
  const held = new Set(numbers);
  const most = Math.max(...numbers, 10);
  for (;;) {
    const number = Number((random() * 1.5 * most).toFixed(2));
    if (!held.has(number)) return String(number);
  }
}

/** The table of a benchmark run: per file the share of right verdicts, one column a way to repair. */
export function confusionTable({ rates, tried }: Confusion): string {
  const width = Math.max(...rates.map(({ file }) => file.length));
  const cell = (share: number | undefined) =>
    (share === undefined ? '-' : `${Math.round(100 * share)} %`).padStart(11);
  const repairs = [...new Set(tried.map(({ repair }) => repair))];
  const lines = [
    `${''.padEnd(width)}${repairs.map((repair) => repair.padStart(11)).join('')}`,
    ...rates.map(
      ({ file, rates: own }) => `${file.padEnd(width)}${repairs.map((repair) => cell(own[repair])).join('')}`,
    ),
    '',
    'Verdicts, all files:',
  ];
  for (const repair of repairs) {
    const counts = new Map<string, number>();
    for (const each of tried)
      if (each.repair === repair) counts.set(each.verdict, (counts.get(each.verdict) ?? 0) + 1);
    const text = [...counts].sort(([, a], [, b]) => b - a).map(([verdict, count]) => `${verdict} ${count}`);
    const thin = tried.filter((each) => each.repair === repair && each.isThin).length;
    if (thin > 0) text.push(`of the verified ${thin} with thin evidence`);
    lines.push(`${repair.padEnd(10)} ${text.join(', ')}`);
  }
  return lines.join('\n');
}
