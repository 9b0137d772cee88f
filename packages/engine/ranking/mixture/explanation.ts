import { VOICE_COUNT, VOICES, type VoiceName, voice } from '../experts/registry.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import type { Scene } from '../intent/session-state.ts';
import type { Factor } from '../types.ts';
import type { Mixture } from './mixture.ts';

const opinions = new Float64Array(VOICE_COUNT);

/**
 * What gave a product its score, in the fixed order of the voices; the contributions add up to `share` of it. They go
 * behind what is in `factors`.
 */
export function breakdownOf(mixture: Mixture, product: number, share = 1, factors: Factor[] = []): Factor[] {
  mixture.opinions(product, opinions);
  for (let k = 0; k < VOICE_COUNT; k++) {
    const weight = share * mixture.weight[k];
    const value = opinions[k];
    if (weight * value === 0) continue;
    factors.push({
      factor: VOICES[k].factor,
      signal: signalFor(mixture, k, product),
      weight,
      value,
      contribution: weight * value,
    });
  }
  return factors;
}

/** The score that a breakdown explains. */
export function scoreOf(breakdown: readonly Factor[]): number {
  let score = 0;
  for (let k = 0; k < breakdown.length; k++) score += breakdown[k].contribution;
  return score;
}

const KEYWORD = voice('keyword');

/** What in the session or the catalogue lets a voice speak for a product. */
export const signalFor = (mixture: Mixture, k: number, product: number): string =>
  mixture.denseOf(k)?.signal(product) ??
  (k === KEYWORD ? searchSignal(mixture.scene, product) : sparseSignal(mixture, k));

/**
 * The words that were searched for and that a product has: those of an earlier search are no reason for what fits the
 * last one only. Of no product in particular (-1) all of them.
 */
function searchSignal({ matched }: Scene, product: number): string {
  const had = product < 0 ? matched : matched.filter(({ items }) => placeOf(product, items) >= 0);
  return `search:${had.map(({ word }) => word).join(' ')}`;
}

/** The signal of a voice that names single products, and says the same of all of them. */
function sparseSignal(mixture: Mixture, k: number): string {
  mixture.signals[k] ??= signalOf(mixture, k);
  return mixture.signals[k];
}

function signalOf(mixture: Mixture, k: number): string {
  const { scene } = mixture;
  const { length } = scene;
  const seen = (back: number): string => nameOf(mixture, length - 1 - back);
  const name: VoiceName = VOICES[k].name;
  switch (name) {
    case 'revisit-current':
      return 'viewed_now';
    case 'revisit-earlier':
      return 'viewed_before';
    case 'revisit-any':
      return 'viewed_in_session';
    case 'sequence-next':
      return `next_after:${seen(0)}`;
    case 'sequence-pair':
      return `next_after:${seen(1)}>${seen(0)}`;
    case 'sequence-triple':
      return `next_after:${seen(2)}>${seen(1)}>${seen(0)}`;
    case 'sequence-later':
      return `later_after:${seen(0)}`;
    case 'sequence-earlier':
      return `later_after:${seen(1)}`;
    case 'covisited-item':
      return `viewed_with:${seen(0)}`;
    case 'covisited-sessions':
      return `neighbours:${scene.neighbours}`;
    case 'covisited-wide':
      return 'similar_sessions';
    case 'covisited-walk':
      return 'two_steps_away';
    case 'covisited-onward':
      return 'new_to_the_session';
    case 'catalogue-near':
      return `listed_near:${seen(0)}`;
    case 'prior':
      return scene.binding.model.log.clicks > 0 ? 'all_visits' : 'catalogue';
    default:
      return name;
  }
}

function nameOf({ scene }: Mixture, at: number): string {
  const product = scene.products[at];
  if (product >= 0) return scene.binding.index.ids.at(product);
  // Of a list that was sent, the catalogue knows products that it does not hold.
  const place = scene.places[at];
  if (place >= 0) return scene.binding.catalogue.ids.at(place);
  return scene.binding.model.vocabulary[scene.items[at]] ?? '';
}
