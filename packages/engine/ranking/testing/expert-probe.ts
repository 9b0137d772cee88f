import type { Persona, Profile } from '../../session/types.ts';
import type { DenseScores, ExpertGroup } from '../experts/expert.ts';
import { SparseScores } from '../experts/sparse-scores.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { bind, takeScratch } from '../model/bound-model.ts';
import { type Model, update } from '../model/model.ts';
import type { TrainingSession } from '../model/training-session.ts';
import { NOON } from './shops.ts';

/** A visit that views these products a second apart, days before the sessions of `session`. */
export const visitTo = (...items: readonly string[]): TrainingSession => ({
  steps: items.map((item, k) => ({ item, at: NOON - 1e9 + k * 1000 })),
});

/** A model with default weights of these visits, oldest first. */
export function modelOf(...visits: readonly TrainingSession[]): Model {
  const model = emptyModel();
  update(model, visits);
  model.measured = model.log.clicks;
  return model;
}

/** Scores of one group of experts, before they are normalised or weighted. */
export interface Probed {
  /** Raw scores other than 0 of a sparse expert, by product id. */
  values(name: string): Readonly<Record<string, number>>;
  /** Scores of the dense experts. */
  readonly dense: readonly DenseScores[];
  /** Lift of a product in the first dense scores: the product over the tables. */
  lift(id: string): number;
  /** Confidence of a sparse expert, 0 to 1. */
  confidence(name: string): number;
}

/** Scores a session with one group of experts. */
export function probe(
  group: ExpertGroup,
  index: CatalogueIndex,
  model: Model,
  profile: Profile,
  personas: readonly Persona[] = [],
): Probed {
  const bound = bind(index, model);
  const { experts } = group;
  const sparse = new SparseScores(experts.length);
  sparse.open(takeScratch(bound).slotOf);
  const scores = group.score(
    sessionStateOf(bound, profile, personas, profile.lastSeenAt),
    sparse,
    0,
    group.createMemory?.(),
  );
  const { dense = [] } = scores;
  const at = (name: string): number => experts.findIndex((expert) => expert.name === name);
  return {
    dense,
    values: (name) =>
      Object.fromEntries(
        Array.from({ length: sparse.count }, (_, slot) => [
          index.ids.at(sparse.products[slot]),
          sparse.values[sparse.rowOf(slot) + at(name)]!,
        ]).filter(([, value]) => value !== 0),
      ),
    lift: (id) => {
      const product = index.ids.find(id)!;
      return dense[0]!.lifts.reduce((lift, { code, table }) => lift * table[code[product]! + 1]!, 1);
    },
    confidence: (name) => scores.confidence?.[at(name)] ?? 1,
  };
}
