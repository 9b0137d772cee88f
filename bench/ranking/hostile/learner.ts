import {
  type CatalogueIndex,
  emptyModel,
  type Model,
  type TrainingSession,
  train,
  update,
} from '@decidable/engine/ranking';
// How visits were learned before their share was bounded: only this simulation learns them whole.
import { remember } from '../../../packages/engine/ranking/model/model.ts';
import { endOf } from './simulated-visit.ts';

/** How the history of a model is learned: with the share of a visit bounded, or every visit whole. */
export type Share = 'bounded' | 'whole';

const inOrder = (visits: readonly TrainingSession[]): TrainingSession[] =>
  visits.toSorted((a, b) => endOf(a) - endOf(b));

/** A model of these visits, with its own weights. */
export const trained = (visits: readonly TrainingSession[], index: CatalogueIndex): Model =>
  train(inOrder(visits), { index });

/** A model of these visits with the weights of another, which takes a hundredth of the time of a training. */
export function learnedWith(weighed: Model, visits: readonly TrainingSession[], share: Share): Model {
  const model: Model = { ...emptyModel(), weights: weighed.weights, parameters: weighed.parameters };
  if (share === 'bounded') update(model, inOrder(visits));
  else {
    for (const visit of inOrder(visits)) remember(model, visit);
    model.revision++;
  }
  model.measured = model.log.clicks;
  return model;
}
