import { zeros } from '../../primitives/pooled-arrays.ts';
import { cellTable } from '../intent/column-preference.ts';
import { isShared } from '../model/bound-model.ts';
import { contextKeys } from '../model/model.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** Sessions of a context at which half of the weight is the expert's own. Set by hand. */
const DOUBT = 30;

/** The categories that shoppers on this device, from this referrer, at this time of day go to. */
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
    let most = 0;
    for (const key of contextKeys(profile.context)) {
      const counts = bound.contextCounts.get(key);
      if (counts === undefined) continue;
      let total = 0;
      for (const count of counts) total += count;
      const lift = zeros(mass.length).fill(1);
      for (let v = 0; v < counts.length; v++) {
        lift[v] = mass[v] > 0 ? (counts[v] / mass[v] + DOUBT) / (total + DOUBT) : 1;
      }
      const own = cellTable(category, lift, 1);
      const before = table;
      table = before === undefined ? own : own.map((x, c) => x * before[c]);
      matched.push(key);
      most = Math.max(most, total);
    }
    if (table === undefined) return SILENT;
    const signal = matched.join(',');
    const lifts = [{ code: category.cell, table, mass: bound.cellMass[number] }];
    return { dense: [{ expert: 0, lifts, confidence: most / (most + DOUBT), signal: () => signal }] };
  },
};
