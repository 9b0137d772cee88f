import type { Bias } from './estimators.ts';
import { median } from './measures.ts';
import type { Fared, Graded, Quality } from './quality.ts';
import type { Speed } from './speed/speed.ts';

/** A catalogue counts for rank correlation if so many of its products are complete. */
const LARGE = 100;

interface Summary {
  readonly file: string;
  readonly products: number;
  readonly columns: number;
  readonly unranked: number;
  readonly one: number;
  readonly three: number;
  readonly audit: Fared;
  readonly emptiest: Fared;
  readonly entropy: Fared;
}

function summarise({ file, products, columns, runs }: Graded): Summary {
  const mean = (of: (run: Quality) => number) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const share = (of: (run: Quality) => { readonly error: number; readonly realised: number }) =>
    mean((run) => of(run).error) / mean((run) => of(run).realised);
  const fared = (of: (run: Quality) => Fared): Fared => ({
    correlation: mean((run) => of(run).correlation),
    area: mean((run) => of(run).area),
  });
  return {
    file,
    products,
    columns,
    unranked: mean(({ unranked, attributes }) => unranked / attributes),
    one: share(({ one }) => one),
    three: share(({ three }) => three),
    audit: fared((run) => run.audit),
    emptiest: fared((run) => run.emptiest),
    entropy: fared((run) => run.entropy),
  };
}

const WAYS = ['audit', 'emptiest', 'entropy'] as const;

export function qualityTable(graded: readonly Graded[]): string {
  const summaries = graded.map(summarise);
  const large = summaries.filter(({ products }) => products >= LARGE);
  type Pick = (values: number[]) => number;
  const line = (name: string, of: readonly Summary[], ofErrors: Pick, ofMerits = ofErrors) => {
    const wrong = (value: (summary: Summary) => number) => percent(ofErrors(of.map(value)));
    const good = (value: (summary: Summary) => number) => ofMerits(of.map(value)).toFixed(3);
    return [
      name,
      '',
      '',
      wrong(({ unranked }) => unranked),
      wrong(({ one }) => one),
      wrong(({ three }) => three),
      ...WAYS.map((way) => good((each) => each[way].correlation)),
      ...WAYS.map((way) => good((each) => each[way].area)),
    ];
  };
  const rows = summaries.map((each) => [
    each.file,
    `${each.products}`,
    `${each.columns}`,
    percent(each.unranked),
    percent(each.one),
    percent(each.three),
    ...[each.audit, each.emptiest, each.entropy].map(({ correlation }) => correlation.toFixed(3)),
    ...[each.audit, each.emptiest, each.entropy].map(({ area }) => area.toFixed(3)),
  ]);
  return [
    'Quality: blanked copies of the complete part of each catalogue, half of the runs at random, half tied to another',
    'attribute, rates 0 to 90 %. Error: sum of |predicted - realised| over sum of realised; unranked counts as 0.',
    '',
    grid(
      [
        'catalogue',
        'products',
        'columns',
        'unranked',
        'K=1',
        'K=3',
        'rank',
        'emptiest',
        'entropy',
        'area',
        'emptiest',
        'entropy',
      ],
      [
        ...rows,
        line('median of all', summaries, median),
        ...(large.length === 0
          ? []
          : [
              line(`median of ${large.length} with ${LARGE}+`, large, median),
              line(
                `worst of ${large.length} with ${LARGE}+`,
                large,
                (errors) => Math.max(...errors),
                (merits) => Math.min(...merits),
              ),
            ]),
      ],
    ),
    '',
  ].join('\n');
}

export function biasTable(biases: readonly Bias[]): string {
  return [
    'Estimators: entropy of a full column from n recorded products, mean over real columns, in bits.',
    '',
    grid(
      ['estimator', 'n', 'columns', 'bias', 'root mean square'],
      biases.map(({ estimator, n, columns, bias, error }) => [
        estimator,
        `${n}`,
        `${columns}`,
        bias.toFixed(3),
        error.toFixed(3),
      ]),
    ),
    '',
  ].join('\n');
}

export function speedTable(speeds: readonly Speed[]): string {
  return [
    'Speed: milliseconds; cold in the fastest of three processes, warm as the median in the same; ratio = (read + interpret + audit) / parsing alone.',
    '',
    grid(
      [
        'file',
        'MB',
        'products',
        'columns',
        'parse',
        'read',
        'interpret',
        'audit',
        'ratio',
        'warm parse',
        'warm all',
        'ratio',
        'peak MB',
      ],
      speeds.map((speed) => [
        speed.file,
        (speed.bytes / 1e6).toFixed(2),
        `${speed.products}`,
        `${speed.columns}`,
        ...[speed.parse, speed.read, speed.interpret, speed.audit].map((time) => time.toFixed(0)),
        speed.ratio.toFixed(1),
        speed.warm.parse.toFixed(0),
        speed.warm.total.toFixed(0),
        speed.warm.ratio.toFixed(1),
        speed.peakMegabytes.toFixed(0),
      ]),
    ),
    '',
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** Columns aligned: the first to the left, the others to the right. */
export function grid(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  '),
  );
  return [lines[0], '-'.repeat(lines[0].length), ...lines.slice(1)].join('\n');
}
