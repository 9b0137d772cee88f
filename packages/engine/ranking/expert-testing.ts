import type { Persona, Profile } from '../session/types.ts';
import { bind } from './binding.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { Evidence } from './evidence.ts';
import type { DenseOpinion, Expert } from './experts/expert.ts';
import { emptyModel, type Model, update } from './model.ts';
import { sceneOf } from './scene.ts';
import { NOON } from './testing.ts';
import type { TrainingSession } from './visits.ts';
import { type VoiceName, voice } from './voices.ts';

/** A visit that views these products a second apart, days before the sessions of `session`. */
export const visitTo = (...items: readonly string[]): TrainingSession => ({
  steps: items.map((item, k) => ({ item, at: NOON - 1e9 + k * 1000 })),
});

/** A model of these visits, of which the last is the newest, with the shipped weights. */
export function modelOf(...visits: readonly TrainingSession[]): Model {
  const model = emptyModel();
  update(model, visits);
  model.measured = model.log.clicks;
  return model;
}

/** What one expert says by itself, before anything is scaled or weighed. */
export interface Said {
  /** The raw values of a voice, by product id; only those that are not 0. */
  values(name: VoiceName): Readonly<Record<string, number>>;
  readonly dense: readonly DenseOpinion[];
  /** The lift of a product in the first dense opinion: the product of those of its tables. */
  lift(id: string): number;
}

/** Lets one expert speak of a session. */
export function heard(
  expert: Expert,
  index: CatalogueIndex,
  model: Model,
  profile: Profile,
  personas: readonly Persona[] = [],
): Said {
  const binding = bind(index, model);
  const evidence = new Evidence();
  evidence.open(binding.scratch.slotOf);
  const dense = expert.speak(sceneOf(binding, profile, personas, profile.lastSeenAt), evidence);
  const rows = Array.from({ length: evidence.count }, (_, slot) => ({
    id: index.ids.at(evidence.products[slot]),
    row: [...evidence.values.subarray(evidence.rowOf(slot), evidence.rowOf(slot + 1))],
  }));
  evidence.clear();
  return {
    dense,
    values: (name) =>
      Object.fromEntries(
        rows.flatMap(({ id, row }) => (row[voice(name)] === 0 ? [] : [[id, row[voice(name)]]])),
      ),
    lift: (id) => {
      const product = index.ids.find(id)!;
      return dense[0].lifts.reduce((lift, { code, table }) => lift * table[code[product] + 1], 1);
    },
  };
}
