import { seenId } from '../../intent/session-state.ts';
import { type Expert, type ExpertGroup, SILENT } from '../expert.ts';
import { countSharedSessions } from './item-knn.ts';
import { NOVELTY_CONSENSUS } from './novelty-consensus.ts';
import { RandomWalk } from './random-walk.ts';
import { SessionKnn } from './session-knn.ts';
import { SessionVector } from './session-vector.ts';

/**
 * Positions of the experts in their group. The novelty consensus is the last one; the mixture scores it after all
 * others.
 */
const ITEM = 0;
const SESSIONS = 1;
const WIDE = 2;
const WALK = 3;
const VECTORS = 4;

/**
 * Scores are divided by the number of the product's sessions to this power, because popular products share sessions
 * with every product. Set by hand.
 */
const SESSIONS_DAMPING = 0.1;
const WALK_DAMPING = 0.3;
/** Session counts with a precomputed power; higher counts use the last one. */
const DAMPED = 4096;
const sessionsDamped = new Float64Array(DAMPED).map((_, n) => Math.max(1, n) ** -SESSIONS_DAMPING);
const walkDamped = new Float64Array(DAMPED).map((_, n) => Math.max(1, n) ** -WALK_DAMPING);

const expert = (name: string, share: number, fades = true): Expert => ({
  name,
  factor: 'co-visited',
  scores: 'sparse',
  share,
  fades,
});

interface Memory {
  readonly sessionKnn: SessionKnn;
  readonly walk: RandomWalk;
  readonly sessionVector: SessionVector;
}

/**
 * Products of similar sessions, by experts: item kNN (cosine of sessions shared with the last product); session
 * kNN by the distance from the shared product; session kNN over whole sessions; and a random walk on to the products
 * around those that session kNN scores, which reaches products that share no session with the session's own. Learned
 * vectors tell which of all these are alike in what is viewed around them.
 */
export const coVisited: ExpertGroup<Memory> = {
  experts: [
    expert('covisited-item', 0.05),
    expert('covisited-sessions', 0.1),
    expert('covisited-wide', 0.03),
    expert('covisited-walk', 0.04),
    expert('covisited-vectors', 0.05),
    expert(NOVELTY_CONSENSUS, 0.06, false),
  ],
  createMemory: () => ({
    sessionKnn: new SessionKnn(),
    walk: new RandomWalk(),
    sessionVector: new SessionVector(),
  }),
  score(state, sparse, first, { sessionKnn, walk, sessionVector }) {
    const { bound, items, length } = state;
    if (length === 0) return SILENT;
    const { log, vectors } = bound.model;
    const { productOf, itemOf } = bound;
    const [item, sessions, wide, walked, alike] = [ITEM, SESSIONS, WIDE, WALK, VECTORS].map((k) => first + k);
    const last = items[length - 1];
    if (last >= 0) countSharedSessions(log, productOf, last, sparse, item);
    sessionKnn.find(log, items, length);
    sessionKnn.score(log, productOf, sparse, sessions, wide);
    walk.score(log, productOf, itemOf, sparse, sessions, walked);
    if (vectors !== undefined) sessionVector.score(vectors, items, length, itemOf, sparse, alike);

    const { values, products } = sparse;
    for (let slot = 0, row = 0; slot < sparse.count; slot++, row = sparse.rowOf(slot)) {
      const number = itemOf[products[slot]];
      const sessionCount = number < 0 ? 0 : log.sessionCount[number];
      const n = sessionCount < DAMPED ? sessionCount : DAMPED - 1;
      const close = values[row + sessions] * sessionsDamped[n];
      values[row + sessions] = close * close;
      values[row + walked] = values[row + walked] * walkDamped[n];
      if (values[row + item] > 0) {
        const cosine = values[row + item] / Math.sqrt(Math.max(1, sessionCount));
        values[row + item] = cosine * Math.sqrt(cosine);
      }
    }
    // These experts score only products that are new to the session.
    for (let j = 0; j < length; j++) {
      const product = items[j] < 0 ? -1 : productOf[items[j]];
      const row = product < 0 ? -1 : sparse.find(product);
      if (row < 0) continue;
      values[row + wide] = 0;
      values[row + walked] = 0;
      values[row + alike] = 0;
    }
    const similarSessions = sessionKnn.count;
    return {
      similarSessions,
      signal(expert) {
        if (expert === ITEM) return `viewed_with:${seenId(state, 0)}`;
        if (expert === SESSIONS) return `neighbours:${similarSessions}`;
        if (expert === WIDE) return 'similar_sessions';
        if (expert === VECTORS) return 'viewed_alike';
        return expert === WALK ? 'two_steps_away' : 'new_to_the_session';
      },
    };
  },
};
