import { hash } from 'node:crypto';
import {
  EMPTY_PROFILE,
  type Factor,
  type Neighbours,
  type Ranking,
  type SynonymRule,
  synonymRulesFor,
} from '@decidable/engine/ranking';
import type { PersonaSettings, Profile } from '@decidable/engine/session';
import { told } from '../json/json-writer.ts';
import type { Shop } from '../shops/shop.ts';
import { packDecision } from '../storage/decisions/packed-decision.ts';
import type { PackedDecision, RankingDecision } from '../storage/ports.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';

/**
 * A request whose JSON has more characters than this is not stored with its decision, so the decision cannot be
 * replayed. Set by hand.
 */
const MOST_REQUEST_LENGTH = 64 * 1024;

/** The inputs of a ranking, from which it is replayed. Parsed from `RankingDecision.replay`. */
export interface DecisionRecord {
  /** The time as of which the session was read; ms since the epoch. */
  readonly at: number;
  /** Number of signals in the log of the session; `null` for a session that was never written. */
  readonly sequence: number | null;
  readonly catalogueVersion: string | null;
  readonly modelVersion: string;
  /** The organization's own personas at that time, if it had any. */
  readonly personas?: PersonaSettings;
  /** The organization's synonyms at that time that could apply to the session and the query, if there were any. */
  readonly synonyms?: readonly SynonymRule[];
  /** What was close in meaning to the query, where its words were not met: rows of the catalogue, and cosines. */
  readonly meaning?: readonly (readonly [row: number, similarity: number])[];
  /** The body of the request, without its ids; `null` if it was too long to store. */
  readonly request: unknown;
  /** SHA-256 of the JSON of the ranked list that was sent; hexadecimal. */
  readonly digest: string;
}

/** The ranked products, for joins with exposures and events: `[id, score, contributions by factor]`, best first. */
export type RankedRecord = readonly (readonly [
  id: string,
  score: number,
  contributions: Readonly<Record<string, number>>,
])[];

/** SHA-256 of the JSON of a ranked list; hexadecimal. */
export const digestOf = (json: Uint8Array): string => hash('sha256', json, 'hex');

/** A ranking with its inputs. */
export interface Ranked {
  readonly endpoint: string;
  readonly sessionId: RankingDecision['sessionId'];
  readonly at: number;
  readonly profile: Profile | undefined;
  readonly shop: Shop;
  readonly request: object;
  readonly ranking: Pick<Ranking, 'items'>;
  /** What was close in meaning to the query, where its words were not met. */
  readonly meaning?: Neighbours | undefined;
  /** The ranked list of the response, as JSON. */
  readonly json: Uint8Array;
}

/** Makes the decision to store for a ranking, under a new id: packed, or as text where it cannot be packed. */
export function decisionOf(ranked: Ranked): RankingDecision | PackedDecision {
  const { endpoint, sessionId, at, profile, shop, request, ranking, meaning, json } = ranked;
  const { items } = ranking;
  const query = 'query' in request && typeof request.query === 'string' ? request.query : undefined;
  const synonyms = synonymRulesFor(profile ?? EMPTY_PROFILE, query, shop.index);
  const record = {
    sequence: profile?.sequence ?? null,
    catalogueVersion: shop.catalogueVersion,
    modelVersion: shop.learned.version,
    digest: digestOf(json),
    ...(shop.personas !== undefined && { personas: shop.personas }),
    ...(synonyms.length > 0 && { synonyms }),
    ...(meaning !== undefined && {
      meaning: Array.from(meaning.products, (row, k) => [row, meaning.similarities[k]]),
    }),
  };
  const sent = shortJson(request, MOST_REQUEST_LENGTH) ?? 'null';
  const key = { id: timeOrderedId(at), sessionId, endpoint, at };
  // Only ids of the catalogue are numbered: anybody with the key of a page can send others without end.
  const areKnown =
    endpoint === '/catalog/ranked' || items.every(({ id }) => shop.index.ids.find(id) !== undefined);
  const packed = packDecision({ ...record, request: sent }, items, areKnown);
  if (packed !== undefined) return { ...key, ...packed };
  return {
    ...key,
    replay: `${JSON.stringify({ at, ...record }).slice(0, -1)},"request":${sent}}`,
    ranked: JSON.stringify(
      items.map(({ id, score, scoreBreakdown }) => [id, told(score), sumsOf(scoreBreakdown)]),
    ),
  };
}

/** The contributions of a breakdown by factor. */
function sumsOf(breakdown: readonly Factor[]): RankedRecord[number][2] {
  const sums: Record<string, number> = {};
  for (const { factor, contribution } of breakdown) sums[factor] = (sums[factor] ?? 0) + contribution;
  return sums;
}

/**
 * A request as JSON; `undefined` if it is longer than `most` characters. Serialization stops at the limit, so a request
 * of megabytes costs no more than a short one.
 */
export function shortJson(request: object, most: number): string | undefined {
  let left = most;
  for (const value of Object.values(request)) {
    if (!Array.isArray(value)) continue;
    for (const entry of value) {
      left -= JSON.stringify(entry).length;
      if (left < 0) return undefined;
    }
  }
  const json = JSON.stringify(request);
  return json.length <= most ? json : undefined;
}
