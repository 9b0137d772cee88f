import type { SuggestRequest } from '@decidable/contract';
import { bulkhead } from 'cockatiel';
import { Overloaded } from '../errors.ts';
import { inTurns } from '../pace.ts';
import type { SessionProfiles } from '../sessions/session-profiles.ts';
import type { SessionRequest } from '../sessions/session-service.ts';
import { searchVocabulary } from '../shops/shop.ts';
import type { Shops } from '../shops/shops.ts';
import { suggestQueries } from './rankers.ts';

/**
 * Lists that are made at a time: each has 16 bytes a product and more of its own, and none would be made sooner beside
 * others.
 */
export const MOST_AT_ONCE = 8;
/**
 * Requests that may wait for their turn; one more is refused. A second of work or so with 20,000 products: who types
 * has then typed on.
 */
export const MOST_WAITING = 256;

export interface SuggestionsParts {
  readonly shops: Pick<Shops, 'get'>;
  readonly sessions: SessionProfiles;
  /** Told of each request that was refused because too many wait. */
  readonly shed?: ((reason: string) => void) | undefined;
}

/** Makes lists of suggestions, a few at a time. */
export class Suggestions {
  readonly #parts: SuggestionsParts;
  readonly #makers = bulkhead(MOST_AT_ONCE, Number.POSITIVE_INFINITY);
  /** Lists that are being made or wait for it. */
  #asked = 0;

  constructor(parts: SuggestionsParts) {
    this.#parts = parts;
  }

  /**
   * Suggestions for the session of a call as it stands when its turn has come.
   *
   * @throws Overloaded when too many wait
   */
  async of(
    { organizationId, sessionId, at }: Pick<SessionRequest, 'organizationId' | 'sessionId' | 'at'>,
    request: SuggestRequest,
  ) {
    const { shops, sessions, shed } = this.#parts;
    // A catalogue that is still being read holds up nobody else.
    const shop = await shops.get(organizationId);
    if (this.#asked >= MOST_AT_ONCE + MOST_WAITING) {
      shed?.('suggestions');
      throw new Overloaded('Too many suggestions are being made. Try again shortly.', 1);
    }
    this.#asked++;
    try {
      return await this.#makers.execute(async () => {
        const { profile } = await sessions.readAhead(organizationId, sessionId, at, searchVocabulary(shop));
        return inTurns(suggestQueries({ shop, profile, at }, request));
      });
    } finally {
      this.#asked--;
    }
  }
}
