import type { Expert } from '../expert.ts';
import { voice } from '../registry.ts';
import { gatherAlike } from './item-knn.ts';
import { walkOn } from './random-walk.ts';
import { Neighbours } from './session-knn.ts';

const ITEM = voice('covisited-item');
const SESSIONS = voice('covisited-sessions');
const WIDE = voice('covisited-wide');
const WALK = voice('covisited-walk');

/** Popular products are in every session: evidence is damped by the number of their sessions to this power. */
const SESSIONS_DAMPING = 0.1;
const WALK_DAMPING = 0.3;
const DAMPED = 4096;
const sessionsDamped = new Float64Array(DAMPED).map((_, n) => Math.max(1, n) ** -SESSIONS_DAMPING);
const walkDamped = new Float64Array(DAMPED).map((_, n) => Math.max(1, n) ** -WALK_DAMPING);

const neighbours = new Neighbours();

/**
 * What sessions like this one hold: sessions with the last product (item-to-item cosine), the most similar sessions,
 * once by how close to the shared product something lies and once as a whole, and what lies around the products that
 * these sessions point to: a second step that reaches what was never seen together with the session's own.
 */
export const coVisited: Expert = {
  factor: 'co-visited',
  speak(scene, evidence) {
    const { binding, items, length } = scene;
    if (length === 0) return [];
    const { log } = binding.model;
    const { productOf, itemOf } = binding;
    const last = items[length - 1];
    if (last >= 0) gatherAlike(log, productOf, last, evidence, ITEM);
    neighbours.find(log, items, length);
    scene.neighbours = neighbours.count;
    neighbours.gather(log, productOf, evidence, SESSIONS, WIDE);
    walkOn(log, productOf, itemOf, evidence, SESSIONS, WALK);

    const { values, products } = evidence;
    for (let slot = 0, row = 0; slot < evidence.count; slot++, row = evidence.rowOf(slot)) {
      const item = itemOf[products[slot]];
      const seen = item < 0 ? 0 : log.sessionCount[item];
      const n = seen < DAMPED ? seen : DAMPED - 1;
      const near = values[row + SESSIONS] * sessionsDamped[n];
      values[row + SESSIONS] = near * near;
      values[row + WALK] = values[row + WALK] * walkDamped[n];
      if (values[row + ITEM] > 0) {
        const cosine = values[row + ITEM] / Math.sqrt(Math.max(1, seen));
        values[row + ITEM] = cosine * Math.sqrt(cosine);
      }
    }
    // These two are about what is new to the session.
    for (let j = 0; j < length; j++) {
      const product = items[j] < 0 ? -1 : productOf[items[j]];
      const row = product < 0 ? -1 : evidence.find(product);
      if (row < 0) continue;
      values[row + WIDE] = 0;
      values[row + WALK] = 0;
    }
    return [];
  },
};
