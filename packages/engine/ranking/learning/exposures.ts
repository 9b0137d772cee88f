import type { Persona, Profile } from '../../session/types.ts';
import { bind, bindPart } from '../binding.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { listed } from '../listed.ts';
import { Mixture } from '../mixture.ts';
import type { Model } from '../model.ts';
import { sceneOf } from '../scene.ts';
import { atOnce } from '../steps.ts';
import type { ObservationRecorder } from './observation-recorder.ts';
import { clickWeight, type Showing } from './position-bias.ts';

/** A ranking that was really seen, and what the session was like when it was made. */
export interface Exposed extends Showing {
  readonly profile: Profile;
}

/**
 * Rankings in the order in which they were made, from a time on. A visit that is learned tells what its shopper
 * clicked, so that a ranking says something of the voices only while the visit that it was made in is not.
 */
export class ExposureQueue {
  readonly #exposures: readonly Exposed[];
  #taken = 0;

  constructor(exposures: readonly Exposed[], after: number) {
    this.#exposures = exposures
      .filter(({ profile }) => profile.lastSeenAt > after)
      .sort((a, b) => a.profile.lastSeenAt - b.profile.lastSeenAt);
  }

  /** The next ones, made up to and including `until`. */
  take(until: number): readonly Exposed[] {
    const from = this.#taken;
    while (this.#taken < this.#exposures.length && this.#exposures[this.#taken].profile.lastSeenAt <= until) {
      this.#taken++;
    }
    return this.#exposures.slice(from, this.#taken);
  }
}

/**
 * What every voice says of the clicked items among those that were shown with them. The items that were passed by
 * are what a voice's opinion is shared with: a voice that had put them first was wrong. Clicks at positions that are
 * seldom looked at stand for those that were not made (Joachims, Swaminathan & Schnabel 2017, propensity scoring).
 */
export function observeExposures(
  model: Model,
  index: CatalogueIndex,
  exposures: readonly Exposed[],
  examination: Float64Array,
  personasOf: (profile: Profile) => readonly Persona[],
  into: ObservationRecorder,
): void {
  for (const { profile, shown } of exposures) {
    if (shown.length < 2 || !shown.some(({ clicked }) => clicked)) continue;
    const products = shown.map(({ item }) => ({ id: item }));
    const list = atOnce(listed(index, products, { profile }));
    const binding = bindPart(list, bind(index, model));
    const mixture = new Mixture(sceneOf(binding, profile, personasOf(profile), profile.lastSeenAt));
    shown.forEach(({ position, clicked }, place) => {
      if (clicked) into.add(mixture, place, clickWeight(examination, position));
    });
    mixture.close();
  }
}
