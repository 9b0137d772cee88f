import { signalFor } from './breakdown.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Column } from './columns.ts';
import type { Mixture } from './mixture.ts';
import type { Phrase } from './suggestible.ts';
import type { Factor } from './types.ts';
import { VOICE_COUNT, VOICES } from './voices.ts';

/** A phrase that goes with the products of a cell. */
interface Choice {
  readonly at: number;
  readonly of: Phrase['of'];
}

/** Per column the phrases that its cells have. */
function byCell(phrases: readonly Phrase[]): Map<Column, (Choice[] | undefined)[]> {
  const columns = new Map<Column, (Choice[] | undefined)[]>();
  phrases.forEach(({ column, holds, of }, at) => {
    let cells = columns.get(column);
    if (cells === undefined) {
      cells = new Array<Choice[] | undefined>(column.cellStart.length - 1);
      columns.set(column, cells);
    }
    for (let cell = 0; cell < cells.length; cell++) {
      if (!holds(cell)) continue;
      const choices = cells[cell];
      if (choices === undefined) cells[cell] = [{ at, of }];
      else choices.push({ at, of });
    }
  });
  return columns;
}

/** What the voices give to the products of a phrase together, and of each the product that it gives most to. */
interface Sum {
  readonly given: Float64Array;
  readonly most: Float64Array;
  readonly best: Int32Array;
}

/**
 * Which voices speak for each phrase: what each gives to the phrase's products together, with the signal that it has
 * for the best of them. Every product is asked about once, however many of the phrases it has.
 *
 * @param shares what a unit of a phrase's mass counts in its score
 */
export function phraseFactors(
  mixture: Mixture,
  phrases: readonly Phrase[],
  shares: readonly number[],
): readonly (readonly Factor[])[] {
  const { index } = mixture.scene.binding;
  const sums = phrases.map(
    (): Sum => ({
      given: new Float64Array(VOICE_COUNT),
      most: new Float64Array(VOICE_COUNT),
      best: new Int32Array(VOICE_COUNT),
    }),
  );
  const opinions = new Float64Array(VOICE_COUNT);
  const columns = [...byCell(phrases)];
  for (let product = 0; product < index.size; product++) {
    let asked = false;
    for (const [column, cells] of columns) {
      const cell = column.cell[product]!;
      const choices = cell < 0 ? undefined : cells[cell];
      if (choices === undefined) continue;
      for (const { at, of } of choices) {
        if (of !== undefined && !isOf(index, product, of)) continue;
        if (!asked) mixture.opinions(product, opinions);
        asked = true;
        const { given, most, best } = sums[at]!;
        for (let k = 0; k < VOICE_COUNT; k++) {
          const opinion = opinions[k]!;
          given[k]! += opinion;
          if (opinion > most[k]!) [most[k], best[k]] = [opinion, product];
        }
      }
    }
  }
  return sums.map((sum, at) => factorsOf(mixture, sum, shares[at]!));
}

function isOf({ category }: CatalogueIndex, product: number, of: (cell: number) => boolean): boolean {
  const cell = category?.cell[product] ?? -1;
  return cell >= 0 && of(cell);
}

function factorsOf(mixture: Mixture, { given, best }: Sum, share: number): Factor[] {
  const factors: Factor[] = [];
  for (let k = 0; k < VOICE_COUNT; k++) {
    const weight = share * mixture.weight[k]!;
    const value = given[k]!;
    if (weight * value === 0) continue;
    const signal = signalFor(mixture, k, best[k]!);
    factors.push({ factor: VOICES[k]!.factor, signal, weight, value, contribution: weight * value });
  }
  return factors;
}
