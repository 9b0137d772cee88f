import type { OrganizationId, SessionId } from './identity.ts';

export interface RankingDecision {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly endpoint: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** What is needed to rank again: session sequence, catalogue and model version, the request. JSON. */
  readonly replay: string;
  /**
   * JSON array of `[id, score, contributions]`: scores as sent, contributions to 1/16383 of the score, adding up to it.
   */
  readonly ranked: string;
}

/** A decision as it is written: packed by `packDecision`. It is read as a {@link RankingDecision}. */
export interface PackedDecision extends Omit<RankingDecision, 'replay' | 'ranked'> {
  readonly packed: Uint8Array<ArrayBuffer>;
  /** The ranked products, for the store to number; `null` where the bytes name them. */
  readonly items: readonly string[] | null;
}

/** An id is unique within the session and the name: it belongs to whoever sends it. */
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
  /**
   * The rankings of a session from `since` on, newest first, at most `limit`. A store may look through a bounded number of
   * the newest rankings of the organization only.
   */
  decisionsOf(
    organizationId: OrganizationId,
    sessionId: SessionId,
    since: number,
    limit: number,
  ): Promise<readonly RankingDecision[]>;
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
  /** The events of any session and name that have an id, by session and name. */
  eventsWithId(organizationId: OrganizationId, eventId: string): AsyncIterable<OutcomeEvent>;
}

/** An order as the shop uploaded it from its own side. */
export interface ShopOrder {
  /** The shop's own id of it. */
  readonly orderId: string;
  /** When it was placed; ms since the epoch. */
  readonly at: number;
  /** The session that placed it, where the shop knows it. */
  readonly sessionId?: SessionId;
  /** The ranking that it followed from, where the shop knows it. */
  readonly decisionId?: string;
  readonly products: readonly OrderedProduct[];
}

export interface OrderedProduct {
  readonly id: string;
  /** Above 0. */
  readonly quantity?: number;
}

/** How many orders an upload has added, changed, and found as they were. */
export interface OrderCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** What the system of a shop says that an order has become. */
export interface OrderChange {
  readonly orderId: string;
  /** When, by that system, in ms since the epoch. */
  readonly changedAt: number;
  /** Absent where it is taken back. */
  readonly order?: ShopOrder;
}

/** Orders by their id, which is unique within the organization. Short lists; `list` comes oldest first. */
export interface Orders {
  /** All or none. An order of a known id replaces what was there. */
  put(organizationId: OrganizationId, orders: readonly ShopOrder[], now: number): Promise<OrderCounts>;
  /**
   * Writes what an order has become, unless a later change of it was written before. Of two of one time that which takes it
   * back holds; else the one that comes last.
   *
   * @returns whether it holds
   */
  change(organizationId: OrganizationId, change: OrderChange, now: number): Promise<boolean>;
  find(organizationId: OrganizationId, orderId: string): Promise<ShopOrder | undefined>;
  /** `since` is a time in ms, itself included. */
  list(organizationId: OrganizationId, since: number): AsyncIterable<ShopOrder>;
  ofSession(organizationId: OrganizationId, sessionId: SessionId): Promise<readonly ShopOrder[]>;
  ofDecision(organizationId: OrganizationId, decisionId: string): Promise<readonly ShopOrder[]>;
  /** Whether there was one. */
  remove(organizationId: OrganizationId, orderId: string): Promise<boolean>;
}
