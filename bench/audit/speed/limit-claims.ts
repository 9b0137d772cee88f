import { below, type Chance, chance } from '../chance.ts';

/** Exports of at most 2 MB before and after a repair with many claims, to be verified within 10 s and 1 GB. */
export interface ManyClaims {
  readonly columns: number;
  readonly claims: number;
  readonly title?: (random: Chance) => string;
  readonly cell: (kind: number, column: number, product: number, random: Chance) => string;
}

const BYTES = 1_950_000;
const KINDS = 8;
/** The share of cells that are empty before. */
const GAPS = 0.3;

// Most values depend on the product type, so that every column predicts every other.
const related = (kind: number, column: number, _: number, random: Chance) =>
  random() < 0.6 ? `v${(kind + column) % 8}` : `v${below(9, random)}`;

export const MANY_CLAIMS: Readonly<Record<string, ManyClaims>> = {
  '12 columns, 10 claims': { columns: 12, claims: 10, cell: related },
  '40 columns, 38 claims': { columns: 40, claims: 38, cell: related },
  '100 columns, 98 claims': { columns: 100, claims: 98, cell: related },
  '300 columns, 298 claims': { columns: 300, claims: 298, cell: related },
  '1,000 columns, 500 claims': { columns: 1000, claims: 500, cell: related },
  'all columns alike, 500 claims': {
    columns: 1000,
    claims: 500,
    cell: (_, __, product) => `v${(product * 7919) % 97}`,
  },
  'long lists and texts, 18 claims': {
    columns: 20,
    claims: 18,
    title: (random) => words(150, 400, random),
    cell: (kind, column, _, random) =>
      Array.from({ length: 1 + below(40, random) }, () =>
        word((kind * 7 + below(40, random) + column) % 300),
      ).join('|'),
  },
  'long texts and labels, 38 claims': {
    columns: 40,
    claims: 38,
    title: (random) => words(250, 400, random),
    cell: (kind, column, _, random) =>
      [kind * 7 + column, kind * 5 + column, kind * 5 + column + 1, kind + below(3, random)]
        .map((at) => word(at % 40))
        .join(' '),
  },
};

function word(index: number): string {
  return `word${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;
}

function words(count: number, of: number, random: Chance): string {
  return Array.from({ length: count }, () => word(below(of, random))).join(' ');
}

/** Both exports as CSV, and the names of the claimed attributes. */
export function manyClaims({ columns, claims, title, cell }: ManyClaims): {
  readonly before: string;
  readonly after: string;
  readonly claimed: readonly string[];
} {
  const random = chance(7);
  const names = Array.from({ length: columns - 2 }, (_, column) => `c${column}`);
  const header = ['id', 'title', ...names].join(',');
  const before = [header];
  const after = [header];
  for (let product = 0, bytes = 0; bytes < BYTES; product++) {
    const kind = below(KINDS, random);
    const start = [`p${product}`, title?.(random) ?? `Item ${kind} no ${product}`];
    const full = names.map((_, column) => cell(kind, column, product, random));
    const line = [...start, ...full].join(',');
    bytes += line.length + 1;
    after.push(line);
    before.push([...start, ...full.map((text) => (random() < GAPS ? '' : text))].join(','));
  }
  return { before: before.join('\n'), after: after.join('\n'), claimed: names.slice(0, claims) };
}
