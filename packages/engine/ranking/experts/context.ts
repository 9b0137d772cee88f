import { zeros } from '../../primitives/pooled-arrays.ts';
import { cellTable } from '../intent/column-preference.ts';
import { isShared } from '../model/bound-model.ts';
import { contextKeys } from '../model/model.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** Sessions of a context at which the confidence is 1/2, and pseudo-count of the lifts. Set by hand. */
const HALF_CONFIDENCE = 30;

/** The categories that shoppers with the same device, referrer and time of day go to. */
export const context: ExpertGroup = {
  experts: [{ name: 'context', factor: 'context', scores: 'dense', share: 0.01 }],
  score({ bound, profile }) {
    const { category } = bound.index;
    if (category === undefined) return SILENT;
    const number = bound.index.columnNumbers.get(category.name)!;
    if (isShared(bound, number)) return SILENT;
    const mass = bound.valueMass[number];
    let table: Float64Array | undefined;
    const matched: string[] = [];
    let largest = 0;
    for (const key of contextKeys(profile.context)) {
      const counts = bound.contextCounts.get(key);
      if (counts === undefined) continue;
      let total = 0;
      for (const count of counts) total += count;
      const lift = zeros(mass.length).fill(1);
      for (let v = 0; v < counts.length; v++) {
        lift[v] = mass[v] > 0 ? (counts[v] / mass[v] + HALF_CONFIDENCE) / (total + HALF_CONFIDENCE) : 1;
      }
      const contextTable = cellTable(category, lift, 1);
      const product = table;
      table = product === undefined ? contextTable : contextTable.map((x, c) => x * product[c]);
      matched.push(key);
      largest = Math.max(largest, total);
    }
    if (table === undefined) return SILENT;
    const signal = matched.join(',');
    const lifts = [{ code: category.cell, table, mass: bound.cellMass[number] }];
    return {
      dense: [{ expert: 0, lifts, confidence: largest / (largest + HALF_CONFIDENCE), signal: () => signal }],
    };
  },
};
