import { voice } from '../voices.ts';
import { cellTable, named, wishesOf } from '../wishes.ts';
import type { Expert, Lift } from './expert.ts';
import { priceLift } from './price.ts';
import { signalAt } from './shelf.ts';

const ATTRIBUTE = voice('attribute');
const DOUBT = 0.25;
/** Attributes overlap in what they say, so that each counts less than if it stood alone. */
const DEFAULT_EXPONENT = 0.6;
const CATEGORY_EXPONENT = 1;
/** A product is never ruled out by one attribute. */
const LEAST_LIFT = 0.02;

/**
 * Products that are like what was looked at and asked for in all attributes at once, category, brand and price among
 * them: prior times the product of the lifts, each to a power that is fitted to the history.
 */
export const attribute: Expert = {
  factor: 'attribute',
  speak(scene) {
    const { index, model } = scene.binding;
    const lifts: Lift[] = [];
    const tellers: { readonly lift: Lift; readonly signal: (product: number) => string }[] = [];
    let strength = 0;
    for (let k = 0; k < index.columns.length; k++) {
      const column = index.columns[k]!;
      const prefix = `${column.name.toLowerCase()}=`;
      const interests =
        column === index.category
          ? scene.profile.interests.category
          : column === index.brand
            ? scene.profile.interests.brand
            : scene.profile.interests.attribute;
      const explicit = () =>
        named(column, interests, ({ name }) =>
          interests !== scene.profile.interests.attribute
            ? name
            : name.startsWith(prefix)
              ? name.slice(prefix.length)
              : undefined,
        );
      const wishes = wishesOf(scene, k, explicit, (value) => `${column.name}=${column.labels[value]}`);
      if (wishes === undefined) continue;
      strength = Math.max(strength, wishes.said + wishes.seen);
      // What was said in so many words is taken at its word.
      const fitted =
        model.parameters.exponents[column.name] ??
        (column === index.category ? CATEGORY_EXPONENT : DEFAULT_EXPONENT);
      const exponent = (wishes.said + wishes.seen * fitted) / (wishes.said + wishes.seen);
      const table = cellTable(column, wishes.lift, 1);
      for (let c = 0; c < table.length; c++) table[c] = Math.max(table[c]!, LEAST_LIFT) ** exponent;
      const lift = { code: column.cell, table, mass: scene.binding.cellMass[k]! };
      lifts.push(lift);
      tellers.push({ lift, signal: (product) => signalAt(column, product, wishes.signals, column.name) });
    }
    if (lifts.length === 0) return [];
    const price = priceLift(scene);
    if (price !== undefined) {
      const exponent = model.parameters.exponents.price ?? DEFAULT_EXPONENT;
      const table = price.table.map((lift) => Math.max(lift, LEAST_LIFT) ** exponent);
      table[0] = 1;
      lifts.push({ code: price.code, table, mass: price.mass });
    }
    return [
      {
        voice: ATTRIBUTE,
        lifts,
        confidence: strength / (strength + DOUBT),
        signal(product) {
          let best = tellers[0]!;
          let most = -1;
          for (const teller of tellers) {
            const lift = teller.lift.table[teller.lift.code[product]! + 1]!;
            if (lift > most) {
              most = lift;
              best = teller;
            }
          }
          return best.signal(product);
        },
      },
    ];
  },
};
