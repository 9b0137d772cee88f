import type { Cost, Difference } from './quality-cost.ts';
import type { Rise } from './rises.ts';
import type { Outcome } from './simulation.ts';

/** The results of one set. */
export interface SetReport {
  readonly name: string;
  readonly products: number;
  /** Honest visits, and the share of them that the defence admits. */
  readonly honest: number;
  readonly admitted: number;
  /** Where the pushed products stand without an attack. */
  readonly before: Rise;
  readonly outcomes: readonly Outcome[];
  /** What the defence costs; absent where it was not measured. */
  readonly cost?: Cost | undefined;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const cellsOf = ({ front, mean, most, shown }: Rise): string[] => [
  `${front}`,
  mean.toFixed(1),
  `${most}`,
  percent(shown),
];
const difference = ({ mean, error }: Difference): string =>
  `${mean < 0 ? '−' : '+'}${Math.abs(mean).toFixed(4)} ± ${error.toFixed(4)}`;

const HEADER = ['front', 'mean', 'most', 'shown'];

function tableOf(before: Rise, { label, shoppers, strategies }: Outcome): string[] {
  const blank = HEADER.map(() => '');
  const rows = [
    ['', ...HEADER, ...HEADER, 'admitted'],
    ['nobody', ...blank, ...cellsOf(before), ''],
    ...Object.entries(shoppers).map(([name, rise]) => [`shoppers ${name}`, ...blank, ...cellsOf(rise), '']),
    ...Object.entries(strategies).map(([name, { undefended, defended, admitted }]) => [
      name,
      ...cellsOf(undefended),
      ...cellsOf(defended),
      percent(admitted),
    ]),
  ];
  return ['', `${label}; undefended, then defended`, ...aligned(rows)];
}

/** The tables of one set for a terminal. */
export function reportOf({ name, products, honest, admitted, before, outcomes, cost }: SetReport): string {
  const lines = [
    `${name}: ${honest} honest visits to ${products} products, ${percent(admitted)} of them admitted`,
    'front: best place on the front page; mean, most: places up in lists of sessions; shown: lists with it in the first 20',
    ...outcomes.flatMap((outcome) => tableOf(before, outcome)),
  ];
  if (cost !== undefined) {
    const { hr20, mrr20 } = cost.before;
    lines.push(
      '',
      `Cost of the defence without an attack, over ${cost.predictions} predictions`,
      ...aligned([
        ['', 'without', 'difference'],
        ['HR@20', hr20.toFixed(4), difference(cost.hr20)],
        ['MRR@20', mrr20.toFixed(4), difference(cost.mrr20)],
      ]),
    );
  }
  return `${lines.join('\n')}\n`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  return rows.map((row) =>
    row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  '),
  );
}
