import { hash } from 'node:crypto';
import {
  EMPTY_PROFILE,
  FACTORS,
  type FactorName,
  type Ranking,
  type SynonymRule,
  synonymRulesFor,
} from '@decidable/engine/ranking';
import type { PersonaSettings, Profile } from '@decidable/engine/session';
import { JsonWriter, piece } from '../json/json-writer.ts';
import type { Shop } from '../shops/shop.ts';
import type { RankingDecision } from '../storage/ports.ts';
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
  /** The ranked list of the response, as JSON. */
  readonly json: Uint8Array;
}

/** Makes the decision to store for a ranking, under a new id. */
export function decisionOf(ranked: Ranked): RankingDecision {
  const { endpoint, sessionId, at, profile, shop, request, ranking, json } = ranked;
  const query = 'query' in request && typeof request.query === 'string' ? request.query : undefined;
  const synonyms = synonymRulesFor(profile ?? EMPTY_PROFILE, query, shop.index);
  const record: Omit<DecisionRecord, 'request'> = {
    at,
    sequence: profile?.sequence ?? null,
    catalogueVersion: shop.catalogueVersion,
    modelVersion: shop.learned.version,
    digest: digestOf(json),
    ...(shop.personas !== undefined && { personas: shop.personas }),
    ...(synonyms.length > 0 && { synonyms }),
  };
  return {
    id: timeOrderedId(at),
    sessionId,
    endpoint,
    at,
    replay: `${JSON.stringify(record).slice(0, -1)},"request":${shortJson(request, MOST_REQUEST_LENGTH) ?? 'null'}}`,
    ranked: rankedJson(ranking.items),
  };
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

const BEGIN = piece('[');
const NEXT = piece(',');
const END = piece(']');
const CONTRIBUTIONS = piece(',{');
const ITEM_END = piece('}]');
const FACTOR: ReadonlyMap<FactorName, Uint8Array> = new Map(
  FACTORS.map((factor) => [factor, piece(`"${factor}":`)]),
);

const out = new JsonWriter();

/** Writes a {@link RankedRecord} as JSON. In a breakdown, the contributions of one factor are adjacent. */
function rankedJson(items: Ranking['items']): string {
  out.begin().piece(BEGIN);
  for (let i = 0; i < items.length; i++) {
    const { id, score, scoreBreakdown } = items[i];
    if (i > 0) out.piece(NEXT);
    out.piece(BEGIN).string(id).piece(NEXT).figure(score).piece(CONTRIBUTIONS);
    for (let k = 0; k < scoreBreakdown.length; ) {
      const { factor } = scoreBreakdown[k];
      if (k > 0) out.piece(NEXT);
      let sum = 0;
      for (; scoreBreakdown[k]?.factor === factor; k++) sum += scoreBreakdown[k].contribution;
      out.piece(FACTOR.get(factor)!).figure(sum);
    }
    out.piece(ITEM_END);
  }
  return out.piece(END).text();
}
