import { Neighbours } from '../neighbours.ts';
import { voice } from '../voices.ts';
import type { Expert } from './expert.ts';

const ITEM = voice('covisited-item');
const SESSIONS = voice('covisited-sessions');
const WIDE = voice('covisited-wide');

const MOST_SESSIONS = 1000;
const PROXIMITY = new Float64Array(64).map((_, gap) => Math.exp(-gap / 3));
const BEFORE_MATCH = 0.6;

const neighbours = new Neighbours();

/**
 * What sessions like this one hold: sessions with the last product (item-to-item cosine), and the most similar
 * sessions, once by how close to the shared product something lies, once as a whole.
 */
export const coVisited: Expert = {
  factor: 'co-visited',
  speak(scene, evidence) {
    const { binding, items, length } = scene;
    if (length === 0) return [];
    const { log } = binding.model;
    const { productOf, itemOf } = binding;
    const last = items[length - 1]!;
    if (last >= 0 && last < log.newest.length) {
      let click = log.newest[last]!;
      let before = -1;
      for (let n = 0; click >= 0 && n < MOST_SESSIONS; click = log.previous[click]!) {
        const session = log.session[click]!;
        if (session === before) continue;
        before = session;
        n++;
        const first = log.start[session]!;
        const end = Math.min(log.start[session + 1]!, first + 50);
        for (let k = first; k < end; k++) {
          // Only the last occurrence within the session counts: `previous` of a later one would lie in it.
          const item = log.items[k]!;
          if (item === last || log.previous[k]! >= first) continue;
          const product = productOf[item]!;
          if (product >= 0) evidence.values[evidence.row(product) + ITEM]!++;
        }
      }
      for (let slot = 0; slot < evidence.count; slot++) {
        const row = evidence.rowOf(slot);
        const shared = evidence.values[row + ITEM]!;
        if (shared === 0) continue;
        const popular = log.sessionCount[itemOf[evidence.products[slot]!]!]!;
        const cosine = shared / Math.sqrt(popular);
        evidence.values[row + ITEM] = cosine * Math.sqrt(cosine);
      }
    }
    neighbours.find(log, items, length);
    scene.neighbours = neighbours.count;
    for (let n = 0; n < neighbours.count; n++) {
      const session = neighbours.sessions[n]!;
      const match = neighbours.match[n]!;
      const similarity = neighbours.similarity[n]!;
      const first = log.start[session]!;
      const end = log.start[session + 1]!;
      const from = Math.max(first, match - 30);
      const to = Math.min(end, match + 31);
      for (let k = from; k < to; k++) {
        if (k === match) continue;
        const item = log.items[k]!;
        const product = productOf[item]!;
        if (product < 0) continue;
        const row = evidence.row(product);
        evidence.values[row + SESSIONS]! +=
          similarity * (k > match ? PROXIMITY[k - match]! : PROXIMITY[match - k]! * BEFORE_MATCH);
        evidence.values[row + WIDE]! += similarity;
      }
    }
    for (let slot = 0; slot < evidence.count; slot++) {
      const row = evidence.rowOf(slot);
      evidence.values[row + SESSIONS]! *= evidence.values[row + SESSIONS]!;
    }
    for (let j = 0; j < length; j++) {
      const item = items[j]!;
      if (item < 0 || productOf[item]! < 0) continue;
      const row = evidence.find(productOf[item]!);
      if (row >= 0) evidence.values[row + WIDE] = 0;
    }
    return [];
  },
};
