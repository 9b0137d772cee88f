import { zeros } from '../../primitives/pooled-arrays.ts';
import { cellTable } from '../intent/column-preference.ts';
import { isShared } from '../model/bound-model.ts';
import { contextKeys } from '../model/model.ts';
import type { DenseOpinion, Expert } from './expert.ts';
import { voice } from './registry.ts';

const CONTEXT = voice('context');
/** Sessions of a context at which half of the weight is the expert's own. */
const DOUBT = 30;

/** The categories that shoppers on this device, from this referrer, at this time of day go to. */
export const context: Expert = {
  factor: 'context',
  speak({ binding, profile }): readonly DenseOpinion[] {
    const { category } = binding.index;
    if (category === undefined) return [];
    let table: Float64Array | undefined;
    const heard: string[] = [];
    let most = 0;
    const number = binding.index.columnNumbers.get(category.name)!;
    if (isShared(binding, number)) return [];
    const mass = binding.valueMass[number];
    for (const key of contextKeys(profile.context)) {
      const counts = binding.contextCounts.get(key);
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
      heard.push(key);
      most = Math.max(most, total);
    }
    if (table === undefined) return [];
    const signal = heard.join(',');
    const lifts = [{ code: category.cell, table, mass: binding.cellMass[number] }];
    return [{ voice: CONTEXT, lifts, confidence: most / (most + DOUBT), signal: () => signal }];
  },
};
