import { randomUUID } from 'node:crypto';
import {
  type Exposed,
  emptyModel,
  ModelFormatError,
  type Purchases,
  type TrainingSession,
} from '@decidable/engine/ranking';
import { JsonList } from '../json/json-list.ts';
import { type ExposedDecision, exposedDecisions } from '../outcomes/exposed-decisions.ts';
import type { DecisionRecord, RankedRecord } from '../ranking/decision-record.ts';
import type { BuildPool } from '../shops/build/build-pool.ts';
import { personaSettingsOf } from '../shops/persona-settings.ts';
import type { Models, OrganizationId, Storage, StoredModel } from '../storage/ports.ts';
import { Pace } from '../time-slices.ts';
import { type Admission, admissionOfLog, SessionLessons } from './admission/index.ts';
import { notChosen } from './choices.ts';
import { Latest } from './most-recent.ts';
import { ProfileHistory } from './past-profiles.ts';
import type { AskedSession } from './query-counts.ts';
import { SessionsWithWords } from './sessions-with-words.ts';
import { packWhole, unpack, wholeOf } from './stored-model.ts';
import { hasWords } from './visits.ts';

/** A trained model, and the size of its training data. */
export interface Trained {
  readonly stored: StoredModel;
  readonly sessions: number;
  readonly visits: number;
  /** Interactions with products that were learned. */
  readonly touches: number;
  /** Rankings that were seen and clicked in. */
  readonly exposures: number;
  /** Visits that were put aside. */
  readonly putAside: number;
}

/** Steps with the stated interests before them, the latest: as many as the weights are fitted on. */
const MOST_WORDED_STEPS = 20_000;

/**
 * Trains an organization's model as a whole on the logs of its sessions, and stores it as the current one. What
 * `admission/` puts aside teaches none of it. Visits that begin after `now`, during the training, are learned after they
 * have ended.
 *
 * @param now ms since the epoch
 * @param onStage called with each stage, such as "reading sessions", for showing progress
 * @param signal ends it while it reads; the thread that trains ends with its pool
 * @returns `undefined` where nothing teaches and no model is to be replaced, or a later training was faster
 * @throws NewerModel where the current model is of a later release, which is left alone; StoreUnavailable; the reason of
 *   `signal`
 */
export async function trainModel(
  storage: Pick<Storage, 'organizations' | 'sessions' | 'catalogues' | 'models' | 'outcomes' | 'orders'>,
  builder: Pick<BuildPool, 'train'>,
  organizationId: OrganizationId,
  now: number,
  onStage: (doing: string) => void = () => {},
  signal?: AbortSignal,
): Promise<Trained | undefined> {
  const before = await replaceable(storage.models, organizationId);
  onStage('reading sessions');
  const admission = await admissionOfLog(storage, organizationId, { until: now, signal });
  const visits = new JsonList<TrainingSession>();
  const searches = new JsonList<AskedSession>();
  const ordered = await orderedBySession(storage, organizationId, now, signal);
  const purchases = new JsonList<Purchases>();
  const withWords = new SessionsWithWords(visits, MOST_WORDED_STEPS, organizationId);
  const pace = new Pace(organizationId);
  let sessions = 0;
  let touches = 0;
  let putAside = 0;
  for await (const { sessionId, signals } of storage.sessions.since(organizationId, 0)) {
    sessions++;
    const taught = await SessionLessons.read(sessionId, signals, admission, {
      until: now,
      owner: organizationId,
    });
    putAside += taught.putAside;
    for (const { steps } of taught.lessons) touches += steps.length;
    const bought = [...boughtIn(taught.lessons), ...(ordered.get(sessionId) ?? [])];
    if (bought.length > 0) purchases.push(bought);
    if (taught.lessons.length > 0 && hasWords(signals)) {
      await withWords.add({ sessionId, visits: taught.lessons });
    } else for (const lesson of taught.lessons) visits.push(lesson);
    if (taught.asked.length > 0) searches.push(taught.asked);
    await pace.rest();
    signal?.throwIfAborted();
  }
  for (const sessionId of await withWords.latest()) {
    const log = await storage.sessions.log(organizationId, sessionId);
    const taught = await SessionLessons.read(sessionId, log, admission, {
      withWords: true,
      until: now,
      owner: organizationId,
    });
    for (const lesson of taught.lessons) visits.push(lesson);
    await pace.rest();
    signal?.throwIfAborted();
  }
  if (visits.length === 0 && searches.length === 0 && putAside === 0) return undefined;
  onStage('reading what was shown');
  const exposures = await exposuresOf(storage, organizationId, admission, now, signal);
  const catalogue = await storage.catalogues.current(organizationId);
  onStage(`training on ${visits.length.toLocaleString('en')} visit${visits.length === 1 ? '' : 's'}`);
  const personas = await personaSettingsOf(storage, organizationId);
  signal?.throwIfAborted();
  const trained = await builder.train(catalogue, {
    visits: visits.buffers(),
    exposures: exposures.buffers(),
    searches: searches.buffers(),
    purchases: purchases.buffers(),
    personas,
    rulings: admission.rulings,
  });
  // A model of visits that are all put aside or excluded by now must not stay.
  const isOutdated = putAside > 0 && before !== null;
  const bytes = trained ?? (isOutdated ? packWhole(emptyModel(), [], [], admission.rulings) : undefined);
  if (bytes === undefined) return undefined;
  const stored: StoredModel = {
    organizationId,
    version: `m-${randomUUID().slice(0, 13)}`,
    catalogueVersion: catalogue?.version ?? null,
    builtAt: now,
    bytes,
  };
  if (!(await replace(storage.models, stored, before))) return undefined;
  return { stored, sessions, visits: visits.length, touches, exposures: exposures.length, putAside };
}

/**
 * The version of the model that a training may replace; `null` where there is none.
 *
 * @throws NewerModel
 */
async function replaceable(models: Models, organizationId: OrganizationId): Promise<string | null> {
  const current = await models.current(organizationId);
  if (current === undefined) return null;
  try {
    unpack(current);
  } catch (error) {
    if (!(error instanceof ModelFormatError)) throw error;
  }
  return current.version;
}

/**
 * Makes a trained model the current one, in place of the one from before the training and of the steps that were added to
 * it meanwhile: the training has their visits from the log.
 *
 * @returns false where another training has been stored since, which has read as much or more
 * @throws NewerModel
 */
async function replace(models: Models, stored: StoredModel, before: string | null): Promise<boolean> {
  const { organizationId } = stored;
  let expected = before;
  while ((await models.put(stored, expected)) === 'lost') {
    expected = await replaceable(models, organizationId);
    const isAnother = expected !== null && (before === null || wholeOf(expected) !== wholeOf(before));
    if (!isAnother) continue;
    const other = await models.find(organizationId, wholeOf(expected!));
    if (other !== undefined && other.builtAt >= stored.builtAt) return false;
  }
  return true;
}

/** Products of orders that are read for the times after which shoppers buy again, the latest. Set by hand. */
const MAX_ORDERED = 100_000;
/** Older orders tell little of what shoppers do now; ms. Set by hand. */
const ORDERED_SINCE = 2 * 365 * 86_400_000;

const boughtIn = (visits: readonly TrainingSession[]): Purchases =>
  visits.flatMap(({ steps }) =>
    steps.flatMap(({ item, touch, at }) => (touch === 'bought' ? { item, at } : [])),
  );

/** What sessions ordered, by session: the shop's own orders, as far as they name one. */
async function orderedBySession(
  { orders }: Pick<Storage, 'orders'>,
  organizationId: OrganizationId,
  now: number,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Purchases>> {
  const latest = new Latest<{ readonly sessionId: string; readonly item: string; readonly at: number }>(
    MAX_ORDERED,
  );
  for await (const { sessionId, at, products } of orders.list(organizationId, now - ORDERED_SINCE)) {
    signal?.throwIfAborted();
    if (sessionId === undefined || at > now) continue;
    for (const { id } of products) latest.add(at, { sessionId, item: id, at });
  }
  return Map.groupBy(latest.oldestFirst(), ({ sessionId }) => sessionId);
}

/** Older rankings were made by models that are long replaced; ms. Set by hand. */
const EXPOSED_SINCE = 90 * 86_400_000;
/** Rankings that are learned from, the latest. Set by hand. */
const MOST_EXPOSURES = 5_000;

/** Rankings that were shown and clicked in during admitted visits, each with the profile that it was made for. */
async function exposuresOf(
  storage: Pick<Storage, 'sessions' | 'outcomes'>,
  organizationId: OrganizationId,
  admission: Admission,
  now: number,
  signal: AbortSignal | undefined,
): Promise<JsonList<Exposed>> {
  const latest = new Latest<Exposed>(MOST_EXPOSURES);
  const profiles = new ProfileHistory(organizationId);
  let read: { readonly log: ExposedDecision['log']; readonly taught: SessionLessons } | undefined;
  for await (const exposed of exposedDecisions(storage, organizationId, now - EXPOSED_SINCE)) {
    signal?.throwIfAborted();
    const { decision, sessionId, items, log } = exposed;
    // A ranking that another session saw, from a cache, was not made for that session.
    if (decision.sessionId !== sessionId || decision.at > now || !latest.wants(decision.at)) continue;
    if (items.length < 2 || !items.some(({ clicked }) => clicked)) continue;
    if (read?.log !== log) {
      const taught = await SessionLessons.read(sessionId, log, admission, { owner: organizationId });
      read = { log, taught };
    }
    if (!read.taught.teachesFrom(decision.at)) continue;
    const { sequence } = JSON.parse(decision.replay) as DecisionRecord;
    const profile = sequence === null ? undefined : await profiles.at(log, sequence);
    if (profile === undefined) continue;
    const ranked = new Map(
      (JSON.parse(decision.ranked) as RankedRecord).map(([id, score], k) => [id, { place: k + 1, score }]),
    );
    const others = notChosen(profile, log, decision.at);
    const chosen = items.map((item) => ({ ...item, clicked: item.clicked && !others.has(item.itemId) }));
    if (!chosen.some(({ clicked }) => clicked)) continue;
    const shown = chosen.flatMap(({ itemId, position = ranked.get(itemId)?.place, clicked }) =>
      position === undefined ? [] : [{ item: itemId, position, clicked, score: ranked.get(itemId)?.score }],
    );
    latest.add(decision.at, { profile, shown });
  }
  const written = new JsonList<Exposed>();
  const pace = new Pace(organizationId);
  for (const exposed of latest.oldestFirst()) {
    written.push(exposed);
    await pace.rest();
  }
  return written;
}
