import type { Explanation } from '@decidable/contract';
import type { Candidates, QueryReading } from '@decidable/engine/ranking';
import { readSearchesAhead, searchReader } from '@decidable/engine/ranking';
import { type FoldedProfile, type Profile, readProfile } from '@decidable/engine/session';
import type { CloseInMeaning, Meanings } from '../embeddings/meanings.ts';
import { NobodyWaits, ShopOpening } from '../errors.ts';
import { untrainedModel } from '../learning/learned-model.ts';
import type { ProfileReader } from '../sessions/profile-reader.ts';
import type { SessionRequest } from '../sessions/session-service.ts';
import { NO_CATALOGUE } from '../shops/build/build-pool.ts';
import { openShop, type Shop } from '../shops/shop.ts';
import type { Shops } from '../shops/shops.ts';
import type { OrganizationId, PackedDecision, RankingDecision } from '../storage/ports.ts';
import { inTurns } from '../time-slices.ts';
import { childOf, type Tracer } from '../tracing/tracer.ts';
import { decisionOf } from './decision-record.ts';
import type { Answered, Ranker } from './rankers.ts';

/** The services that a ranking reads from. */
export interface RankingServices {
  readonly sessions: ProfileReader;
  readonly shops: Pick<Shops, 'peek' | 'within'>;
  /** Absent where no embedder is set. */
  readonly meanings?: Pick<Meanings, 'closeTo'> | undefined;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
}

/** A stored ranking, ready to be sent. */
export interface Decided {
  readonly decisionId: string;
  /** The ranked list as JSON; the decision stores the hash of these bytes. */
  readonly json: Buffer;
  readonly total: number;
  readonly matched?: number;
  readonly query?: QueryReading;
  readonly near?: number;
  readonly shop: Shop;
  readonly explanation: Explanation;
  readonly facets: Answered['facets'];
  readonly unknown: Answered['unknown'];
}

/**
 * Ranks for the current state of a session, and stores the ranking under a new decision id, so that exposures and events
 * can be joined to it and it can be replayed.
 *
 * @param request the fields of the body that the ranking depends on
 * @throws StoreUnavailable; ShopOpening
 */
export async function decide<Request extends object>(
  services: RankingServices,
  call: SessionRequest,
  ranker: Ranker<Request>,
  request: Request,
): Promise<Decided> {
  let meaning: CloseInMeaning | typeof NOT_ASKED | undefined = services.meanings && NOT_ASKED;
  for (;;) {
    const { organizationId, sessionId, at } = call;
    const shop = services.shops.peek(organizationId) ?? (await openedShop(services, organizationId, ranker));
    const reading = await services.sessions.readAhead(organizationId, sessionId, at);
    const { profile, confirmed } = reading;
    if (call.isUnwanted) throw new NobodyWaits();
    const ranked: Ranked | typeof UNMET = await childOf(
      services.tracer,
      'engine rank',
      () => inTurns(rankInSteps(services, call, shop, profile, ranker, request, meaning), organizationId),
      { resultAttributes: (ranked) => (ranked === UNMET ? {} : { 'decidable.ranked': ranked.total }) },
    );
    if (ranked === UNMET) {
      meaning = await closeInMeaning(services, organizationId, shop, request);
      continue;
    }
    const { decision, ...answered } = ranked;
    // The store refused the signals of this profile: the log never holds them, so a replay could not rank by it.
    if (confirmed !== undefined && !(await confirmed)) continue;
    await call.commit([{ kind: 'decision', decision }]);
    return { decisionId: decision.id, ...answered };
  }
}

/**
 * The shop, if it is open in time. A list that came with the request is else ranked by what came with it: by the session
 * and the attributes that it has, as for an organization without a catalogue.
 */
async function openedShop<Request>(
  { shops }: RankingServices,
  organizationId: OrganizationId,
  { needsCatalogue }: Ranker<Request>,
): Promise<Shop> {
  try {
    return await shops.within(organizationId);
  } catch (error) {
    if (needsCatalogue || !(error instanceof ShopOpening)) throw error;
    return CLOSED;
  }
}

/** Stands for a shop that is still being opened. */
const CLOSED = openShop(null, NO_CATALOGUE, untrainedModel(), undefined);

/** No words of the query are met, and what is close in meaning to it was not asked for yet. */
const UNMET = 'unmet';
const NOT_ASKED = 'not asked';

/** What is close in meaning to the query of a request, where that is known in time. */
async function closeInMeaning(
  { meanings, tracer }: RankingServices,
  organizationId: OrganizationId,
  shop: Shop,
  request: object,
): Promise<CloseInMeaning | undefined> {
  const query = 'query' in request && typeof request.query === 'string' ? request.query : '';
  return childOf(tracer, 'close in meaning', async () => meanings?.closeTo(organizationId, shop, query), {});
}

/** A ranking, and the decision that stores it. */
type Ranked = Omit<Decided, 'decisionId'> & { readonly decision: RankingDecision | PackedDecision };

/**
 * Ranks in steps, and returns only the JSON and the decision: a ranking as objects takes many times their memory. If the
 * caller held it while waiting for the store, each scavenge would copy it, and V8 would promote it to the old
 * generation.
 */
function* rankInSteps<Request extends object>(
  services: RankingServices,
  call: SessionRequest,
  openedShop: Shop,
  folded: FoldedProfile | undefined,
  ranker: Ranker<Request>,
  request: Request,
  meaning: CloseInMeaning | typeof NOT_ASKED | undefined,
): Generator<void, Ranked | typeof UNMET> {
  const { sessionId, organizationId, at } = call;
  let shop = openedShop;
  let candidates: Candidates;
  let profile: Profile | undefined;
  for (;;) {
    const { index, catalogueVersion } = shop;
    if (folded !== undefined) yield* readSearchesAhead(folded.statements, index);
    profile = folded && readProfile(folded, searchReader(index));
    // Rows are those of the catalogue that they were looked for in.
    const close =
      meaning === NOT_ASKED || meaning?.catalogueVersion !== catalogueVersion ? undefined : meaning;
    candidates = yield* ranker.candidates(index, profile, request, close);
    // The shop is read last: models are updated in place, so a ranking and its recorded model version must be of one turn.
    shop = services.shops.peek(organizationId) ?? shop;
    if (shop.index === index) break;
  }
  if (meaning === NOT_ASKED && candidates.judged?.isUnmet === true) return UNMET;
  const context = { shop, profile, at };
  if (call.isUnwanted) throw new NobodyWaits();
  const { ranking, json, facets, unknown } = yield* ranker.rank(context, request, candidates);
  yield;
  const { endpoint } = ranker;
  const decision = decisionOf({
    ...{ endpoint, sessionId, ...context, request, ranking, json },
    meaning: candidates.judged?.meaning,
  });
  const { total, matched, near, query } = ranking;
  const isForOpening = shop === CLOSED && ranking.explanation.reason !== undefined;
  const explanation: Explanation = isForOpening
    ? { ...ranking.explanation, reason: 'opening' }
    : ranking.explanation;
  const counts = {
    total,
    ...(matched !== undefined && { matched, near: near! }),
    ...(query !== undefined && { query }),
  };
  return { decision, shop, json, facets, unknown, ...counts, explanation };
}
