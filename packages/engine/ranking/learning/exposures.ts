import { runToEnd } from '../../primitives/run-to-end.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import type { FoldedProfile, Persona, Profile } from '../../session/types.ts';
import { candidateIndexOf } from '../candidates/candidate-index.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind, bindCandidates } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import { searchReader } from '../query/parsed-query.ts';
import type { ObservationRecorder } from './observation-recorder.ts';
import { clickWeight, type Showing } from './position-bias.ts';

/** A ranking that was shown to a shopper, with the profile that it was made for. */
export interface Exposed extends Showing {
  readonly profile: FoldedProfile;
}

/**
 * Records the probability that each expert of the recorder gives to the clicked items, renormalised over the items
 * shown with them. Items that were passed over thus count against the experts that ranked them first. Each click has
 * the inverse propensity weight of its position.
 *
 * @param examination `[position]`, see `estimateExamination`
 */
export function observeExposures(
  model: Model,
  index: CatalogueIndex,
  exposures: readonly Exposed[],
  examination: Float64Array,
  personasOf: (profile: Profile) => readonly Persona[],
  recorder: ObservationRecorder,
): void {
  for (const { profile: folded, shown } of exposures) {
    if (shown.length < 2 || !shown.some(({ clicked }) => clicked)) continue;
    const profile = readProfile(folded, searchReader(index));
    const products = shown.map(({ item }) => ({ id: item }));
    const list = runToEnd(candidateIndexOf(index, products, { profile }));
    const bound = bindCandidates(list, bind(index, model));
    const state = sessionStateOf(bound, profile, personasOf(profile), profile.lastSeenAt);
    const mixture = new Mixture(state, recorder.experts);
    shown.forEach(({ position, clicked }, place) => {
      if (clicked) recorder.add(mixture, place, clickWeight(examination, position));
    });
    mixture.close();
  }
}
