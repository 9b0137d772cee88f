import type { Evaluation } from './evaluate.ts';

const COLUMNS: readonly (readonly [string, (model: Evaluation) => string])[] = [
  ['HR@5', ({ hr5 }) => hr5.toFixed(3)],
  ['HR@10', ({ hr10 }) => hr10.toFixed(3)],
  ['HR@20', ({ hr20 }) => hr20.toFixed(3)],
  ['MRR@20', ({ mrr20 }) => mrr20.toFixed(3)],
  ['NDCG@20', ({ ndcg20 }) => ndcg20.toFixed(3)],
  ['coverage', ({ coverage }) => coverage.toFixed(2)],
  ['log-lik.', ({ logLikelihood }) => logLikelihood.toFixed(3)],
  ['ms p50', ({ msP50 }) => msP50.toFixed(3)],
  ['p90', ({ msP90 }) => msP90.toFixed(3)],
  ['p99', ({ msP99 }) => msP99.toFixed(3)],
  ['fit ms', ({ fitMs }) => fitMs.toFixed(0)],
  ['MB', ({ bytes }) => (bytes / 1e6).toFixed(1)],
];

/** The results of one set. */
export interface Measured {
  readonly predictions: number;
  readonly steps: number;
  readonly models: Readonly<Record<string, Evaluation>>;
}

/** The tables of one set for a terminal. */
export function reportOf(name: string, { predictions, steps, models }: Measured): string {
  const rows = [
    ['', ...COLUMNS.map(([title]) => title)],
    ...Object.entries(models).map(([model, values]) => [model, ...COLUMNS.map(([, show]) => show(values))]),
  ];
  const lines = [`${name}: ${predictions} predictions`, ...aligned(rows)];
  if (steps > predictions) {
    lines.push(
      '',
      `Of all ${steps} steps, with those to or from items that training never saw counted as missed`,
      ...aligned([
        ['', 'HR@20', 'MRR@20'],
        ...Object.entries(models).map(([model, { hr20OfSteps, mrr20OfSteps }]) => [
          model,
          hr20OfSteps.toFixed(3),
          mrr20OfSteps.toFixed(3),
        ]),
      ]),
    );
  }
  lines.push(
    '',
    'Items that are new to the session, and those that never shared a training session with the last item',
    ...aligned([
      ['', 'HR@20', '±', 'MRR@20', 'never met: HR@20', '±', 'predictions'],
      ...Object.entries(models).map(([model, { newItems, newPairs }]) => [
        model,
        newItems.hr20.toFixed(4),
        newItems.error.toFixed(4),
        newItems.mrr20.toFixed(4),
        newPairs.hr20.toFixed(4),
        newPairs.error.toFixed(4),
        `${newItems.predictions}, ${newPairs.predictions}`,
      ]),
    ]),
  );
  const { mixture } = models;
  if (mixture !== undefined) {
    lines.push(
      '',
      'Reliability of the mixture: how often what was given about this probability came next',
      ...aligned([
        ['probability', 'items', 'mean', 'came next'],
        ...mixture.reliability
          .filter(({ predictions: items }) => items > 0)
          .map((bin) => [
            `${bin.from}–${bin.to}`,
            `${bin.predictions}`,
            bin.meanProbability.toFixed(4),
            bin.hitRate.toFixed(4),
          ]),
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
