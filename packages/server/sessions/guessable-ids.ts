import type { OrganizationId, SessionId } from '../storage/ports.ts';

/**
 * Fewer characters than this can be tried one after the other: 16 of base64 are 96 bits, of hexadecimal 64. Set by hand.
 */
const SHORTEST = 16;
/** A name and a number: a counter, a customer number, or a time. */
const COUNTED = /^\D*\d{1,18}$/;

/**
 * Whether a session id can be guessed. Whoever has the key of a page and the id of a session reads its personas and
 * writes into it, so an id is a password that the shop makes.
 */
export const isGuessable = (sessionId: string): boolean =>
  sessionId.length < SHORTEST || COUNTED.test(sessionId);

/** Tells once of each organization that has sent a session id which can be guessed. */
export class GuessableIds {
  readonly #told = new Set<OrganizationId>();
  readonly #tell: (organizationId: OrganizationId) => void;

  constructor(tell: (organizationId: OrganizationId) => void) {
    this.#tell = tell;
  }

  saw(organizationId: OrganizationId, sessionId: SessionId): void {
    if (this.#told.has(organizationId) || !isGuessable(sessionId)) return;
    this.#told.add(organizationId);
    this.#tell(organizationId);
  }
}
