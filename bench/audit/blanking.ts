import { below, type Chance, shuffled } from './chance.ts';
import type { Truth } from './truth.ts';

export type Pattern = 'random' | 'tied';

/** Which cells of a truth were blanked: `blank[column][product]`. */
export interface Blanking {
  readonly pattern: Pattern;
  readonly rates: readonly number[];
  readonly blank: readonly Uint8Array[];
}

/**
 * Blanks every column at its own known rate, the rates spread evenly over 0 to 90 % and dealt out at random.
 * `random`: exactly that share of the products, uniformly. `tied`: products are blanked by the value of another
 * column: each of its values is recorded well or badly, and bad ones lose up to three times as many cells.
 * At least one recorded cell a column remains.
 */
export function blankCells(truth: Truth, pattern: Pattern, random: Chance): Blanking {
  const { columns, ids } = truth;
  const steps = Math.max(1, columns.length - 1);
  const rates = shuffled(
    columns.map((_, index) => (0.9 * index) / steps),
    random,
  );
  const blank = columns.map((_, index) => {
    const wanted = Math.min(ids.length - 1, Math.round(rates[index] * ids.length));
    const weights = pattern === 'tied' ? weightsByOther(truth, index, random) : undefined;
    const key = ids.map((_, product) => -Math.log(1 - random()) / (weights?.[product] ?? 1));
    const order = ids.map((_, product) => product).sort((left, right) => key[left] - key[right]);
    const mask = new Uint8Array(ids.length);
    for (const product of order.slice(0, wanted)) mask[product] = 1;
    return mask;
  });
  return { pattern, rates, blank };
}

/** The relative probability of being blanked, by the value of another column drawn at random. */
function weightsByOther({ columns }: Truth, column: number, random: Chance): number[] | undefined {
  if (columns.length < 2) return undefined;
  const other = columns[(column + 1 + below(columns.length - 1, random)) % columns.length];
  const weightOf = new Map<number, number>();
  return other.answers.map(([answer]) => {
    let weight = weightOf.get(answer);
    if (weight === undefined) {
      weight = random() < 0.5 ? 3 : 1;
      weightOf.set(answer, weight);
    }
    return weight;
  });
}

/** The blanked copy as a shop would export it. */
export function blankedCsv(truth: Truth, { blank }: Blanking): string {
  const rows = [['product_id', ...truth.columns.map(({ name }) => name)]];
  truth.ids.forEach((id, product) => {
    rows.push([
      id,
      ...truth.columns.map(({ texts }, column) => (blank[column][product] ? '' : texts[product])),
    ]);
  });
  return rows.map((row) => row.map(quoted).join(',')).join('\n');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
