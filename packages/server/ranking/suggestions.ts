import type { SuggestRequest } from '@decidable/contract';
import { searchReader } from '@decidable/engine/ranking';
import { readProfile } from '@decidable/engine/session';
import { NobodyWaits, Overloaded } from '../errors.ts';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import type { ProfileReader } from '../sessions/profile-reader.ts';
import type { SessionRequest } from '../sessions/session-service.ts';
import { readAhead } from '../shops/read-ahead.ts';
import type { Shops } from '../shops/shops.ts';
import { inTurns } from '../time-slices.ts';
import { childOf, type Tracer } from '../tracing/tracer.ts';
import { suggestQueries } from './rankers.ts';

/**
 * Lists made at a time: each takes 16 bytes a product and more, and more at once would finish none sooner. Set by hand.
 */
export const MOST_AT_ONCE = 8;
/**
 * Requests that may wait for their turn; one more is refused. That is about a second of work with 20,000 products, after
 * which a shopper has typed on. Set by hand.
 */
export const MOST_WAITING = 256;

export interface SuggestionsParts {
  readonly shops: Pick<Shops, 'within'>;
  readonly sessions: ProfileReader;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
  /** Called for each request that was refused because too many wait. */
  readonly shed?: ((reason: string) => void) | undefined;
}

/** Makes lists of suggestions, a few at a time; organizations take turns. */
export class Suggestions {
  readonly #parts: SuggestionsParts;
  readonly #places = new FairQueue({ places: MOST_AT_ONCE, most: MOST_WAITING });

  constructor(parts: SuggestionsParts) {
    this.#parts = parts;
  }

  /**
   * Suggestions for the session of a call as it stands when its turn has come.
   *
   * @throws Overloaded when too many wait; ShopOpening
   */
  async of(
    call: Pick<SessionRequest, 'organizationId' | 'sessionId' | 'at' | 'isUnwanted'>,
    request: SuggestRequest,
  ) {
    const { shops, sessions, shed, tracer } = this.#parts;
    const { organizationId, sessionId, at } = call;
    // Waiting for a catalogue must not take a place from others.
    const shop = await shops.within(organizationId);
    const leave = await this.#places.turn(organizationId, 1).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error;
      shed?.('suggestions');
      throw new Overloaded('Too many suggestions are being made. Try again shortly.', 1);
    });
    try {
      if (call.isUnwanted) throw new NobodyWaits();
      const { profile: folded } = await sessions.readAhead(organizationId, sessionId, at);
      if (folded !== undefined) await readAhead(folded.statements, shop.index, organizationId);
      const profile = folded && readProfile(folded, searchReader(shop.index));
      return await childOf(tracer, 'engine suggest', () =>
        inTurns(suggestQueries({ shop, profile, at }, request), organizationId),
      );
    } finally {
      leave();
    }
  }
}
