import { unpackDecision } from '../../decisions/packed-decision.ts';
import type { RankingDecision, SessionId } from '../../ports.ts';

export interface DecisionRow {
  readonly decision_id: string;
  readonly session_id: SessionId;
  readonly endpoint: string;
  readonly at: number;
  /** Null where it is packed. */
  readonly replay: string | null;
  readonly ranked: string | null;
  readonly packed: Uint8Array | null;
  /** JSON of the ranked products; null where the bytes name them. */
  readonly items: string | null;
}

/** The texts of a decision, packed or not. */
export function textsOf({ at, replay, ranked, packed, items }: DecisionRow): {
  readonly replay: string;
  readonly ranked: string;
} {
  if (packed === null) return { replay: replay ?? '', ranked: ranked ?? '' };
  return unpackDecision(packed, at, items === null ? undefined : (JSON.parse(items) as string[]));
}

export const toDecision = (row: DecisionRow): RankingDecision => ({
  id: row.decision_id,
  sessionId: row.session_id,
  endpoint: row.endpoint,
  at: row.at,
  ...textsOf(row),
});
