import { hash } from 'node:crypto';
import type { Ranking } from '@decidable/engine/ranking';
import type { PersonaSettings, Profile } from '@decidable/engine/session';
import type { RankingDecision } from '../storage/ports.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import { told } from './figures.ts';
import type { Shop } from './shop.ts';

/** A request whose JSON is longer than this is not kept with its decision, which then cannot be ranked again. */
export const MOST_REQUEST_LENGTH = 64 * 1024;

/** All that a ranking was made of, so that it can be made again. Parsed from `RankingDecision.replay`. */
export interface DecisionRecord {
  /** The time as of which the session was read; ms since the epoch. */
  readonly at: number;
  /** Signals of the session that were known; `null` for a session that was never written. */
  readonly sequence: number | null;
  readonly catalogueVersion: string | null;
  readonly modelVersion: string;
  /** The organization's own personas of that time, where it had any. */
  readonly personas?: PersonaSettings;
  /** The body of the request, without its ids; `null` where it was too long to keep. */
  readonly request: unknown;
  /** SHA-256 of the JSON of the ranked list as it was sent. */
  readonly digest: string;
}

/** What was ranked, for joining exposures and events: `[id, score, contributions by factor]`, best first. */
export type RankedRecord = readonly (readonly [
  id: string,
  score: number,
  contributions: Readonly<Record<string, number>>,
])[];

/** SHA-256 of a list as it was answered. */
export const digestOf = (json: string): string => hash('sha256', json, 'hex');

/** A ranking, with all that it was made of. */
export interface Ranked {
  readonly endpoint: string;
  readonly sessionId: RankingDecision['sessionId'];
  readonly at: number;
  readonly profile: Profile | undefined;
  readonly shop: Shop;
  readonly request: unknown;
  readonly ranking: Pick<Ranking, 'items'>;
  /** The list as it is answered, as JSON. */
  readonly json: string;
}

/** The record of a ranking, under a new id. */
export function decisionOf(decided: Ranked): RankingDecision {
  const { endpoint, sessionId, at, profile, shop, request, ranking, json } = decided;
  const asked = JSON.stringify(request);
  const record: Omit<DecisionRecord, 'request'> = {
    at,
    sequence: profile?.sequence ?? null,
    catalogueVersion: shop.catalogueVersion,
    modelVersion: shop.learned.version,
    digest: digestOf(json),
    ...(shop.personas !== undefined && { personas: shop.personas }),
  };
  const ranked: RankedRecord = ranking.items.map(({ id, score, scoreBreakdown }) => {
    const contributions: Record<string, number> = {};
    for (const { factor, contribution } of scoreBreakdown) {
      contributions[factor] = told((contributions[factor] ?? 0) + contribution);
    }
    return [id, told(score), contributions];
  });
  return {
    id: timeOrderedId(at),
    sessionId,
    endpoint,
    at,
    replay: `${JSON.stringify(record).slice(0, -1)},"request":${asked.length <= MOST_REQUEST_LENGTH ? asked : 'null'}}`,
    ranked: JSON.stringify(ranked),
  };
}
