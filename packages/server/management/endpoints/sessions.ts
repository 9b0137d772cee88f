import {
  compareAsSession,
  eraseSession,
  exportSession,
  listSessions,
  rankAsSession,
  readDecision,
  readSession,
  ruleSession,
  watchSession,
} from '@decidable/contract/management';
import type { FoldedProfile } from '@decidable/engine/session';
import { NotFound } from '../../errors.ts';
import { cardOf, comparison, inferredState, rankingNow, shownSignals } from '../../inspection/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import type { DecisionRecord, RankedRecord } from '../../ranking/decision-record.ts';
import type { Services } from '../../services.ts';
import { eraseSession as erase, exportSession as exported } from '../../sessions/index.ts';
import type { Shop } from '../../shops/shop.ts';
import type {
  Appended,
  OrganizationId,
  SessionId,
  SessionSummary as StoredSummary,
} from '../../storage/ports.ts';
import { inTurns } from '../../time-slices.ts';
import { worked } from '../../timing/work.ts';
import { OPEN_WITHIN } from '../current-shop.ts';
import { EventQueue } from '../events/event-queue.ts';
import { beginWork } from '../events/long-work.ts';
import { manage } from '../manage.ts';
import { cursorOf, pageOf, placeOf } from '../paging.ts';

/** Signals and rankings of a session that are shown at once. */
const MOST_SIGNALS = 200;
const MOST_DECISIONS = 20;
const PAGE = 50;
/** A rewrite of the store counts as so many ms of work: others wait for it meanwhile. Set by hand. */
const REWRITE = 1_000;
const LIST = 20;

const summaryOf = ({ sessionId, openedAt, lastSeenAt, sequence }: StoredSummary) => ({
  sessionId,
  openedAt: isoTime(openedAt),
  lastSeenAt: isoTime(lastSeenAt),
  signals: sequence,
});

/** The shop and the profile of a session as of now. */
async function stateNow(
  { sessions, shops }: Pick<Services, 'sessions' | 'shops'>,
  organizationId: OrganizationId,
  sessionId: SessionId,
  at: number,
): Promise<{ readonly shop: Shop; readonly profile: FoldedProfile | undefined }> {
  const shop = await shops.within(organizationId, OPEN_WITHIN);
  const profile = await sessions.read(organizationId, sessionId, at);
  return { shop, profile };
}

const named = (params: { readonly sessionId: string }): SessionId =>
  params.sessionId.normalize() as SessionId;

const missing = (sessionId: string): NotFound =>
  new NotFound(`There is no session "${sessionId}", or it is no longer kept.`);

export const endpoints = [
  manage(listSessions, async ({ organizationId, query }, { storage }) => {
    const { limit = PAGE, prefix, cursor } = query;
    const place = cursor === undefined ? undefined : placeOf(cursor);
    const after = place && { lastSeenAt: place[0], sessionId: place[1] as SessionId };
    const sessions = await storage.sessions.recent(organizationId, {
      limit: limit + 1,
      prefix: prefix?.normalize(),
      after,
    });
    const { entries, ...more } = pageOf(sessions, limit, (each) =>
      cursorOf([each.lastSeenAt, each.sessionId]),
    );
    return { sessions: entries.map(summaryOf), ...more };
  }),

  manage(readSession, async ({ organizationId, params, at }, { storage, services }) => {
    const sessionId = named(params);
    const [stored, log, rulings] = await Promise.all([
      storage.sessions.load(organizationId, sessionId),
      storage.sessions.log(organizationId, sessionId),
      storage.sessions.rulings(organizationId),
    ]);
    if (stored === undefined) throw missing(params.sessionId);
    const { shop, profile } = await stateNow(services, organizationId, sessionId, at);
    const { openedAt, lastSeenAt, sequence } = stored;
    const decisions = await storage.outcomes.decisionsOf(organizationId, sessionId, openedAt, MOST_DECISIONS);
    const ruling = rulings.get(sessionId);
    return {
      session: summaryOf({ sessionId, openedAt, lastSeenAt, sequence }),
      signals: [...shownSignals(log.slice(-MOST_SIGNALS), shop)],
      state: inferredState(profile, at, shop),
      decisions: decisions.map(({ id, endpoint, at: made, ranked }) => ({
        decisionId: id,
        endpoint,
        at: isoTime(made),
        products: (JSON.parse(ranked) as RankedRecord).length,
      })),
      ...(ruling !== undefined && { ruling }),
    };
  }),

  manage(watchSession, async ({ organizationId, params, signal }, { storage, services }) => {
    const sessionId = named(params);
    // A stream may be open longer than a catalogue is the current one.
    const read = async (signals: Appended['signals']) => {
      const now = storage.now();
      const { shop, profile } = await stateNow(services, organizationId, sessionId, now);
      return { signals: [...shownSignals(signals, shop)], state: inferredState(profile, now, shop) };
    };
    const arrived = new EventQueue<Appended>(signal);
    const leave = storage.changes.follow(organizationId, sessionId, (appended) => arrived.put(appended));
    return (async function* () {
      try {
        yield await read([]);
        for await (const { signals } of arrived) yield await read(signals);
      } finally {
        leave();
      }
    })();
  }),

  manage(rankAsSession, async ({ organizationId, params, body, at }, { services }) => {
    const now = await stateNow(services, organizationId, named(params), at);
    const { query, category, limit = LIST } = body;
    const wish = { query: query?.normalize(), category: category?.normalize(), limit };
    return inTurns(rankingNow({ ...now, at }, wish), organizationId);
  }),

  manage(compareAsSession, async ({ organizationId, params, body, at }, { services }) => {
    const now = await stateNow(services, organizationId, named(params), at);
    const [one, other] = body.products;
    return inTurns(comparison({ ...now, at }, [one, other], body.query?.normalize()), organizationId);
  }),

  manage(readDecision, async ({ organizationId, params }, { storage, services }) => {
    const decision = await storage.outcomes.decision(organizationId, params.decisionId);
    if (decision?.sessionId !== named(params))
      throw new NotFound(`The session has no ranking "${params.decisionId}", or it is no longer kept.`);
    const { id, endpoint, at, replay, ranked } = decision;
    const { request, catalogueVersion, modelVersion } = JSON.parse(replay) as DecisionRecord;
    const shop = await services.shops.within(organizationId, OPEN_WITHIN);
    return {
      decisionId: id,
      endpoint,
      at: isoTime(at),
      request,
      catalogueVersion,
      modelVersion,
      items: (JSON.parse(ranked) as RankedRecord).map(([product, score, factors], place) => {
        const { title } = cardOf(shop, product);
        return {
          id: product,
          rank: place + 1,
          score,
          factors: { ...factors },
          ...(title !== undefined && { title }),
        };
      }),
    };
  }),

  manage(ruleSession, async ({ organizationId, params, body, at, audit }, { storage }) => {
    const sessionId = named(params);
    if ((await storage.sessions.load(organizationId, sessionId)) === undefined)
      throw missing(params.sessionId);
    await storage.sessions.rule(organizationId, [sessionId], body.ruling ?? undefined, at);
    await audit('session.ruled', sessionId, { ruling: body.ruling ?? 'none' });
    return { ruling: body.ruling };
  }),

  manage(exportSession, async ({ organizationId, params, audit }, { storage }) => {
    const sessionId = named(params);
    const session = await exported(storage, organizationId, sessionId);
    if (session === undefined) throw missing(params.sessionId);
    await audit('session.exported', sessionId);
    return {
      name: 'session.json',
      type: 'application/json',
      content: `${JSON.stringify(session, null, 2)}\n`,
    };
  }),

  manage(eraseSession, async ({ organizationId, params, at, audit, signal }, needs) => {
    const { storage, services, onUnreadFailure } = needs;
    const sessionId = named(params);
    return beginWork(signal, onUnreadFailure, async (tell: (step: { stage: string }) => void) => {
      const onStage = (stage: string) => tell({ stage });
      const erased = await erase(storage, services.builder, organizationId, sessionId, at, {
        onStage,
        rewrite: 'idle',
      });
      if (erased.store === 'scheduled') worked(organizationId, REWRITE);
      await audit('session.erased', sessionId, { removed: erased.removed });
      return erased;
    });
  }),
];
