import type { NamedInterest } from '../../session/types.ts';
import type { Column } from '../columns.ts';
import type { Scene } from '../scene.ts';
import { voice } from '../voices.ts';
import { cellTable, named, wishesOf } from '../wishes.ts';
import type { Expert, Lift } from './expert.ts';
import { priceLift } from './price.ts';
import { signalsOf } from './shelf.ts';

const ATTRIBUTE = voice('attribute');
const DOUBT = 0.25;
/** Attributes overlap in what they say, so that each counts less than if it stood alone. */
export const DEFAULT_EXPONENT = 0.6;
export const CATEGORY_EXPONENT = 1;
/** Prices have no column; their exponent is kept under this name. */
const PRICE_EXPONENT = 'price';
/** A product is never ruled out by one attribute. */
const LEAST_LIFT = 0.02;

/** What a session says of one column, before it is weighed against the others. */
export interface ColumnLift extends Lift {
  /** Name under which the column's exponent is kept. */
  readonly name: string;
  /** Exponent that the column has now. */
  readonly exponent: number;
  readonly strength: number;
  readonly signal: (product: number) => string;
}

/** The lifts of all columns that the session says something about, category, brand and price among them. */
export function columnLifts(scene: Scene): ColumnLift[] {
  const { index, model, cellMass } = scene.binding;
  const { exponents } = model.parameters;
  const found: ColumnLift[] = [];
  for (let k = 0; k < index.columns.length; k++) {
    const column = index.columns[k]!;
    const wishes = wishesOf(
      scene,
      k,
      () => explicitIn(scene, column),
      (value) => `${column.name}=${column.labels[value]}`,
    );
    if (wishes === undefined) continue;
    const fitted =
      exponents[column.name] ?? (column === index.category ? CATEGORY_EXPONENT : DEFAULT_EXPONENT);
    const strength = wishes.said + wishes.seen;
    const labels = new Map(
      [...wishes.signals.keys()].map((value) => [value, `${column.name}=${column.labels[value]}`]),
    );
    found.push({
      name: column.name,
      code: column.cell,
      table: floored(cellTable(column, wishes.lift, 1)),
      mass: cellMass[k]!,
      // What was said in so many words is taken at its word.
      exponent: (wishes.said + wishes.seen * fitted) / strength,
      strength,
      signal: signalsOf(column, labels, column.name),
    });
  }
  const price = found.length === 0 ? undefined : priceLift(scene);
  if (price !== undefined) {
    const table = floored(price.table);
    table[0] = 1;
    found.push({
      ...price,
      name: PRICE_EXPONENT,
      table,
      exponent: exponents[PRICE_EXPONENT] ?? DEFAULT_EXPONENT,
      signal: () => 'price',
    });
  }
  return found;
}

/** What the shopper said of a column: views of a category or brand, and filters of any column. */
function explicitIn(
  { profile, binding }: Scene,
  column: Column,
): readonly (NamedInterest & { readonly value: number })[] {
  const { index } = binding;
  const { category, brand, attribute } = profile.interests;
  if (column === index.category) return named(column, category, ({ name }) => name);
  if (column === index.brand) return named(column, brand, ({ name }) => name);
  const prefix = `${column.name.toLowerCase()}=`;
  return named(column, attribute, ({ name }) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : undefined,
  );
}

function floored(table: Float64Array): Float64Array {
  for (let c = 0; c < table.length; c++) if (table[c]! < LEAST_LIFT) table[c] = LEAST_LIFT;
  return table;
}

/**
 * Products that are like what was looked at and asked for in all attributes at once, category, brand and price among
 * them: prior times the product of the lifts, each to a power that is fitted to the history.
 */
export const attribute: Expert = {
  factor: 'attribute',
  speak(scene) {
    const lifts = columnLifts(scene);
    if (lifts.length === 0) return [];
    const strength = lifts.reduce((most, lift) => Math.max(most, lift.strength), 0);
    const weighed = lifts.map((lift) => ({ ...lift, table: lift.table.map((x) => x ** lift.exponent) }));
    return [
      {
        voice: ATTRIBUTE,
        lifts: weighed,
        confidence: strength / (strength + DOUBT),
        signal(product) {
          let best = weighed[0]!;
          let most = -1;
          for (const candidate of weighed) {
            const lift = candidate.table[candidate.code[product]! + 1]!;
            if (lift > most) {
              most = lift;
              best = candidate;
            }
          }
          return best.signal(product);
        },
      },
    ];
  },
};
