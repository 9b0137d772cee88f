import { type SessionState, seenId } from '../../intent/session-state.ts';
import { type ItemVectors, innerProduct, neighboursOf } from '../../model/item-vectors.ts';
import { type ExpertGroup, SILENT } from '../expert.ts';

/** Latest items of a session whose neighbours are scored. Set by hand. */
const ITEMS = 3;

interface Memory {
  session: Float32Array;
  /** `[item]`: the ranking that read it last. */
  readIn: Int32Array;
  ranking: number;
  readonly items: number[];
  readonly logits: number[];
}

/**
 * Products whose learned vectors fit the session's, among the neighbours of its last items. The expert scores only
 * products that are new to the session: for the others, those that count visits say more.
 */
export const alikeInVisits: ExpertGroup<Memory> = {
  experts: [{ name: 'covisited-vectors', factor: 'co-visited', scores: 'sparse', share: 0.05, fades: true }],
  createMemory: () => ({
    session: new Float32Array(0),
    readIn: new Int32Array(0),
    ranking: 0,
    items: [],
    logits: [],
  }),
  score(state, sparse, first, memory) {
    const { vectors } = state.bound.model;
    if (vectors === undefined || !findItems(state, vectors, memory)) return SILENT;
    const { items, logits } = memory;
    let most = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      const logit =
        vectors.bias[item] + innerProduct(memory.session, vectors.vectors, item * vectors.dimensions);
      logits.push(logit);
      if (logit > most) most = logit;
    }
    for (let k = 0; k < items.length; k++) {
      const product = state.bound.productOf[items[k]];
      if (product >= 0) sparse.add(product, first, Math.exp(logits[k] - most));
    }
    const signal = `viewed_alike:${seenId(state, 0)}`;
    return { signal: () => signal };
  },
};

/** The session's vector, and the items to score. False for a session whose items have no vectors. */
function findItems({ items, length }: SessionState, learned: ItemVectors, memory: Memory): boolean {
  const { dimensions, vectors, bias, decay } = learned;
  if (memory.session.length !== dimensions) memory.session = new Float32Array(dimensions);
  if (memory.readIn.length < bias.length) memory.readIn = new Int32Array(bias.length);
  const { session, readIn } = memory;
  const ranking = ++memory.ranking;
  session.fill(0);
  memory.items.length = 0;
  memory.logits.length = 0;
  const hasVector = (item: number): boolean => item >= 0 && item < bias.length;
  for (let j = 0; j < length; j++) if (hasVector(items[j])) readIn[items[j]] = ranking;
  let known = 0;
  for (let back = 0; back < decay.length && back < length; back++) {
    const item = items[length - 1 - back];
    if (!hasVector(item)) continue;
    const at = item * dimensions;
    for (let k = 0; k < dimensions; k++) session[k] = session[k] + decay[back] * vectors[at + k];
    if (known++ >= ITEMS) continue;
    for (const other of neighboursOf(learned, item)) {
      if (readIn[other] === ranking) continue;
      readIn[other] = ranking;
      memory.items.push(other);
    }
  }
  return known > 0;
}
