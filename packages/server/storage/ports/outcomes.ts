import type { OrganizationId, SessionId } from './identity.ts';

export interface RankingDecision {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly endpoint: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** What is needed to rank again: session sequence, catalogue and model version, the request. JSON. */
  readonly replay: string;
  /** JSON array of `[id, score, contributions]` as sent. */
  readonly ranked: string;
}

export interface OutcomeEvent {
  readonly eventId: string;
  readonly sessionId: SessionId;
  readonly name: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly data?: string;
  readonly decisionId?: string;
}

export interface Exposure {
  readonly sessionId: SessionId;
  readonly decisionId: string;
  readonly itemId: string;
  readonly position?: number;
  /** In ms since the epoch. */
  readonly at: number;
}

/** `since` is a time in ms, itself included. Results come oldest first unless stated otherwise. */
export interface Outcomes {
  decision(organizationId: OrganizationId, id: string): Promise<RankingDecision | undefined>;
  decisions(organizationId: OrganizationId, since: number): AsyncIterable<RankingDecision>;
  countDecisions(organizationId: OrganizationId, since: number): Promise<number>;
  /** In the order of session, decision and item. `matched`: the decision was known when the exposure was recorded. */
  exposures(
    organizationId: OrganizationId,
    since: number,
  ): AsyncIterable<Exposure & { readonly matched: boolean }>;
  events(organizationId: OrganizationId, since: number): AsyncIterable<OutcomeEvent>;
  /** The events of a session that name a decision. */
  eventsOf(
    organizationId: OrganizationId,
    decisionId: string,
    sessionId: SessionId,
  ): AsyncIterable<OutcomeEvent>;
}
