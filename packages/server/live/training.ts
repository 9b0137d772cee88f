import { randomUUID } from 'node:crypto';
import { LEAST_SESSIONS, type SentQuery, type TrainingSession } from '@decidable/engine/ranking';
import type { OrganizationId, Storage, StoredModel } from '../storage/ports.ts';
import type { Builder } from './builder.ts';
import { queriesOf, visitsOf } from './history.ts';

/** What a training learned from. */
export interface Trained {
  readonly stored: StoredModel;
  readonly sessions: number;
  readonly visits: number;
  readonly touches: number;
}

/** Suggestions are drawn from this many queries at most, the most frequent. */
const MOST_QUERIES = 2_000;

/**
 * Trains an organization's model as a whole on the log of its sessions, and stores it as the current one.
 *
 * @returns `undefined` where no session touched a product: then there is nothing to learn from
 */
export async function trainModel(
  storage: Pick<Storage, 'sessions' | 'catalogues' | 'models'>,
  builder: Pick<Builder, 'train'>,
  organizationId: OrganizationId,
  now: number,
): Promise<Trained | undefined> {
  const visits: TrainingSession[] = [];
  const asked = new Map<string, number>();
  let sessions = 0;
  for await (const { signals } of storage.sessions.since(organizationId, 0)) {
    sessions++;
    for (const visit of visitsOf(signals)) visits.push(visit);
    for (const query of queriesOf(signals)) asked.set(query, (asked.get(query) ?? 0) + 1);
  }
  const queries = frequent(asked);
  if (visits.length === 0 && queries.length === 0) return undefined;
  const catalogue = await storage.catalogues.current(organizationId);
  const stored: StoredModel = {
    organizationId,
    version: `m-${randomUUID().slice(0, 13)}`,
    catalogueVersion: catalogue?.version ?? null,
    builtAt: now,
    bytes: await builder.train(catalogue, visits, queries),
  };
  await storage.models.put(stored);
  const touches = visits.reduce((sum, { steps }) => sum + steps.length, 0);
  return { stored, sessions, visits: visits.length, touches };
}

/** Queries of enough sessions that none of them shows one visitor's own words, the most frequent first. */
function frequent(asked: ReadonlyMap<string, number>): SentQuery[] {
  return [...asked]
    .filter(([, sessions]) => sessions >= LEAST_SESSIONS)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_QUERIES)
    .map(([query, sessions]) => ({ query, sessions }));
}
