import type { Attribute, Table } from '@decidable/engine/catalogue';
import { below, type Chance, shuffled } from '../chance.ts';
import { recordedIn } from './tables.ts';

/** Which cells are hidden: any, those of whole groups of another attribute, or all of one value. */
export type Hiding = 'at random' | 'tied' | 'one value';
export const HIDINGS: readonly Hiding[] = ['at random', 'tied', 'one value'];

/** The products whose cells of a column are hidden: about two fifths, of one value at most that many. */
export function hiddenProducts(
  table: Table,
  attributes: readonly Attribute[],
  column: number,
  hiding: Hiding,
  random: Chance,
): number[] | undefined {
  const recorded = recordedIn(table, column);
  const wanted = Math.round(0.4 * recorded.length);
  if (hiding === 'at random') return shuffled(recorded, random).slice(0, wanted);
  if (hiding === 'one value') return ofOneValue(table, column, recorded, wanted, random);
  const ties = attributes.flatMap((attribute, other) =>
    other !== column && attribute.kind === 'category' && attribute.values.length > 2 ? [other] : [],
  );
  if (ties.length === 0) return undefined;
  const tie = table.columns[ties[below(ties.length, random)]].cell;
  const groups = shuffled([...new Set(recorded.map((product) => tie[product]))], random);
  const hidden: number[] = [];
  for (const group of groups) {
    const own = recorded.filter((product) => tie[product] === group);
    // Nine tenths of a group, so that the tie is strong but not perfect.
    if (hidden.length + own.length > 0.6 * recorded.length) continue;
    hidden.push(...own.filter(() => random() < 0.9));
    if (hidden.length >= wanted) break;
  }
  return hidden.length < FEWEST_HIDDEN ? undefined : hidden;
}

/** All products of one value, or all but a tenth of them. */
function ofOneValue(
  table: Table,
  column: number,
  recorded: readonly number[],
  wanted: number,
  random: Chance,
): number[] | undefined {
  const { cell } = table.columns[column];
  const byText = Map.groupBy(recorded, (product) => cell[product]);
  const groups = [...byText.values()].filter(({ length }) => length >= 2 * FEWEST_HIDDEN && length <= wanted);
  if (groups.length === 0 || byText.size < 3) return undefined;
  const own = groups[below(groups.length, random)];
  return random() < 0.5 ? own : own.slice(Math.ceil(own.length / 10));
}

const FEWEST_HIDDEN = 5;
