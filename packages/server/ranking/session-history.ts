import { NotFound } from '../errors.ts';
import type { Shops } from '../shops/shops.ts';
import type { LoggedSignal, OrganizationId, RankingDecision, SessionId, Storage } from '../storage/ports.ts';
import { type Replayed, replayDecision } from './replay-decision.ts';

/** The log of a session, and one of its rankings replayed. */
export interface SessionHistory {
  /** Oldest signal first. */
  readonly log: readonly LoggedSignal[];
  /** Absent if no ranking of the session is stored. */
  readonly ranking?: { readonly decision: RankingDecision; readonly replayed: Replayed };
}

/**
 * Reads a session and replays one of its rankings from the log, the catalogue and the model of that time.
 *
 * @param decisionId the ranking; by default the last one of the session
 * @throws NotFound if the session, or its ranking of this id, is not stored; StoreUnavailable
 */
export async function sessionHistory(
  storage: Pick<Storage, 'sessions' | 'outcomes'>,
  shops: Pick<Shops, 'past'>,
  organizationId: OrganizationId,
  sessionId: SessionId,
  decisionId?: string,
): Promise<SessionHistory> {
  const log = await storage.sessions.log(organizationId, sessionId);
  const decision =
    decisionId === undefined
      ? await lastDecision(storage, organizationId, sessionId, log[0]?.at ?? 0)
      : await storage.outcomes.decision(organizationId, decisionId);
  if (decisionId !== undefined && decision?.sessionId !== sessionId) {
    throw new NotFound(`the session ${sessionId} has no ranking ${decisionId} that is kept.`);
  }
  if (log.length === 0 && decision === undefined) {
    throw new NotFound(`there is no session ${sessionId} in this organization, or it is no longer kept.`);
  }
  if (decision === undefined) return { log };
  return {
    log,
    ranking: { decision, replayed: await replayDecision(storage, shops, organizationId, decision) },
  };
}

async function lastDecision(
  { outcomes }: Pick<Storage, 'outcomes'>,
  organizationId: OrganizationId,
  sessionId: SessionId,
  since: number,
): Promise<RankingDecision | undefined> {
  let last: RankingDecision | undefined;
  for await (const decision of outcomes.decisions(organizationId, since)) {
    if (decision.sessionId === sessionId) last = decision;
  }
  return last;
}
