import { contextKeys } from '../model.ts';
import { voice } from '../voices.ts';
import { cellTable } from '../wishes.ts';
import type { DenseOpinion, Expert, Lift } from './expert.ts';

const CONTEXT = voice('context');
/** Sessions of a context at which half of the weight is the expert's own. */
const DOUBT = 30;

/** The categories that shoppers on this device, from this referrer, at this time of day go to. */
export const context: Expert = {
  factor: 'context',
  speak({ binding, profile }): readonly DenseOpinion[] {
    const { category } = binding.index;
    if (category === undefined) return [];
    const lifts: Lift[] = [];
    const heard: string[] = [];
    let most = 0;
    const number = binding.index.columnNumbers.get(category.name)!;
    const mass = binding.valueMass[number]!;
    for (const key of contextKeys(profile.context)) {
      const counts = binding.contextCounts.get(key);
      if (counts === undefined) continue;
      let total = 0;
      for (const count of counts) total += count;
      const lift = new Float64Array(mass.length).fill(1);
      for (let v = 0; v < counts.length; v++) {
        lift[v] = mass[v]! > 0 ? (counts[v]! / mass[v]! + DOUBT) / (total + DOUBT) : 1;
      }
      lifts.push({
        code: category.cell,
        table: cellTable(category, lift, 1),
        mass: binding.cellMass[number]!,
      });
      heard.push(key);
      most = Math.max(most, total);
    }
    if (lifts.length === 0) return [];
    const signal = heard.join(',');
    return [{ voice: CONTEXT, lifts, confidence: most / (most + DOUBT), signal: () => signal }];
  },
};
