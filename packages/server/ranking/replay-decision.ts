import type { Neighbours } from '@decidable/engine/ranking';
import { searchReader } from '@decidable/engine/ranking';
import { type Profile, readProfile, replay } from '@decidable/engine/session';
import type { Shops } from '../shops/shops.ts';
import type { OrganizationId, RankingDecision, Storage } from '../storage/ports.ts';
import { inTurns } from '../time-slices.ts';
import { type DecisionRecord, digestOf } from './decision-record.ts';
import { type Answered, type RankingContext, rankers } from './rankers.ts';

/** A replayed decision. */
export type Replayed =
  | {
      readonly made: true;
      readonly record: DecisionRecord;
      /** The ranked list of the replay, as JSON. */
      readonly json: string;
      /** Whether the bytes are those that were sent. */
      readonly same: boolean;
    }
  | { readonly made: false; readonly record: DecisionRecord; readonly missing: string };

/** What was close in meaning to the query of a decision, as rankings read it. */
const meaningOf = ({ meaning }: DecisionRecord): Neighbours | undefined =>
  meaning && {
    products: Int32Array.from(meaning, ([row]) => row),
    similarities: Float64Array.from(meaning, ([, similarity]) => similarity),
  };

function* rankAgain(
  endpoint: string,
  context: RankingContext,
  record: DecisionRecord,
): Generator<void, Answered> {
  const { request } = record;
  const ranker = rankers.find((candidate) => candidate.endpoint === endpoint);
  if (ranker === undefined) throw new RangeError(`${endpoint} makes no decisions.`);
  const { shop, profile } = context;
  return yield* ranker.rank(
    context,
    request,
    yield* ranker.candidates(shop.index, profile, request, meaningOf(record)),
  );
}

/**
 * Replays a stored decision from the log of its session, its catalogue and its model, as of the time of the decision.
 *
 * @throws RangeError for a decision of an endpoint that stores none; StoreUnavailable
 */
export async function replayDecision(
  storage: Pick<Storage, 'sessions'>,
  shops: Pick<Shops, 'past'>,
  organizationId: OrganizationId,
  decision: RankingDecision,
): Promise<Replayed> {
  const record = JSON.parse(decision.replay) as DecisionRecord;
  const missing = (reason: string): Replayed => ({ made: false, record, missing: reason });
  if (record.request === null) {
    return missing('The list that was sent was too long to be kept with the decision.');
  }
  const shop = await shops.past(organizationId, record);
  if (shop === undefined) return missing('Its catalogue or its model is no longer kept.');
  let profile: Profile | undefined;
  if (record.sequence !== null) {
    const log = await storage.sessions.log(organizationId, decision.sessionId, record.sequence);
    if (log.length < record.sequence) return missing('The session is no longer kept.');
    const folded = replay(log);
    profile = folded && readProfile(folded, searchReader(shop.index));
  }
  const { json } = await inTurns(rankAgain(decision.endpoint, { shop, profile, at: record.at }, record));
  return { made: true, record, json: json.toString(), same: digestOf(json) === record.digest };
}
