import type { Explanation } from '@decidable/contract';
import type { CatalogueIndex } from '@decidable/engine/ranking';
import type { Profile } from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import { inTurns } from '../pace.ts';
import type { SessionProfiles } from '../sessions/session-profiles.ts';
import type { SessionRequest } from '../sessions/session-service.ts';
import { type Shop, searchVocabulary } from '../shops/shop.ts';
import type { Shops } from '../shops/shops.ts';
import type { RankingDecision } from '../storage/ports.ts';
import { decisionOf } from './decision-record.ts';
import type { Ranker } from './rankers.ts';

/** What a ranking reads: sessions, and the shops of organizations. */
export interface RankingServices {
  readonly sessions: SessionProfiles;
  readonly shops: Pick<Shops, 'peek' | 'get'>;
}

/** A ranking that was kept, ready to be answered. */
export interface Decided {
  readonly decisionId: string;
  /** The list as JSON: these bytes are what the decision keeps the hash of. */
  readonly json: Buffer;
  readonly total: number;
  readonly shop: Shop;
  readonly explanation: Explanation;
}

/**
 * Ranks for the session of a call as it stands now, and keeps what was ranked under a new decision id, so that
 * exposures and events join to it and it can be ranked again.
 *
 * @param request what the ranking depends on besides the session
 */
export async function decide<Request extends object>(
  services: RankingServices,
  call: SessionRequest,
  ranker: Ranker<Request>,
  request: Request,
): Promise<Decided> {
  for (;;) {
    const { organizationId, sessionId, at } = call;
    const shop = services.shops.peek(organizationId) ?? (await services.shops.get(organizationId));
    const reading = await services.sessions.readAhead(organizationId, sessionId, at, searchVocabulary(shop));
    const { profile, confirmed } = reading;
    const { decision, ...answered } = await inTurns(decided(services, call, shop, profile, ranker, request));
    // No log will ever hold a profile that the store refused, and no replay could rank by it.
    if (confirmed !== undefined && !(await confirmed)) continue;
    await call.commit([{ kind: 'decision', decision }]);
    return { decisionId: decision.id, ...answered };
  }
}

/**
 * Ranks in steps, and lets go of the ranking: as objects it is many times what is answered and kept of it. Whoever
 * waits for the store with it in hand makes every collection of young objects copy it, and V8 put such objects among
 * the old ones.
 */
function* decided<Request extends object>(
  services: RankingServices,
  { sessionId, organizationId, at }: SessionRequest,
  opened: Shop,
  profile: Profile | undefined,
  ranker: Ranker<Request>,
  request: Request,
): Generator<void, Omit<Decided, 'decisionId'> & { readonly decision: RankingDecision }> {
  let shop = opened;
  let candidates: CatalogueIndex;
  for (;;) {
    const { index } = shop;
    candidates = yield* ranker.candidates(index, profile, request);
    // Taken last: a model learns in place, so what ranks and the version that is noted must be of one turn.
    shop = services.shops.peek(organizationId) ?? shop;
    if (shop.index === index) break;
  }
  const context = { shop, profile, at };
  const { ranking, json } = yield* ranker.rank(context, request, candidates);
  yield;
  const { endpoint } = ranker;
  const decision = decisionOf({ endpoint, sessionId, ...context, request, ranking, json });
  return { decision, shop, json, total: ranking.total, explanation: ranking.explanation };
}

/** @throws InvalidInput when an id stands twice in a list, naming the second place */
export function refuseDuplicates(field: string, ids: readonly string[]): void {
  const places = new Map<string, number>();
  for (const [i, id] of ids.entries()) {
    const name = id.normalize();
    const before = places.get(name);
    if (before !== undefined) {
      throw new InvalidInput(
        `${field}[${i}].id is "${name}", which ${field}[${before}] already is. Send every product once.`,
      );
    }
    places.set(name, i);
  }
}
