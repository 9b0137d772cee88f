import { createHash } from 'node:crypto';
import type { Models, OrganizationId, SessionId } from '../../storage/ports.ts';
import { Pace } from '../../time-slices.ts';
import { type StepSessions, unpack, wholeOf } from '../stored-model.ts';
import { ENDED_AFTER } from './visit-times.ts';

/** What of a session has been learned: a session, and the number of a signal. */
export interface LearnedUpTo {
  readonly sessionId: SessionId;
  readonly sequence: number;
}

/**
 * Up to which signal each session is in the steps of a model. It is read from the steps themselves, so it is what the
 * model holds, whichever node stored it: a visit is learned once or not at all.
 *
 * Steps outlive sessions, so they do not name them: the name of a session is a hash, which differs from training to
 * training, and entries are in the order of these names.
 */
export class LearnedSessions {
  readonly #whole: string;
  readonly #upTo = new Map<string, number>();
  /**
   * Visits that began before are learned, or left to the next training; ms since the epoch. Steps of earlier
   * releases do not say whose they are: what had begun before the latest visit that they can hold has ended counts as
   * learned.
   */
  get begunBefore(): number {
    return this.#begunBefore;
  }
  #begunBefore = Number.NEGATIVE_INFINITY;

  private constructor(whole: string) {
    this.#whole = whole;
  }

  /**
   * Those of a stored version of a model.
   *
   * @throws NewerModel; StoreUnavailable
   */
  static async read(
    models: Pick<Models, 'find'>,
    organizationId: OrganizationId,
    version: string,
  ): Promise<LearnedSessions> {
    const read = new LearnedSessions(wholeOf(version));
    const pace = new Pace(organizationId);
    for (let at = version; at !== read.#whole; ) {
      const stored = await models.find(organizationId, at);
      const header = stored && unpack(stored).header;
      if (stored === undefined || header?.kind !== 'step') break;
      if (header.sessions === undefined) {
        read.#begunBefore = Math.max(read.#begunBefore, stored.builtAt - ENDED_AFTER);
      } else for (const [name, sequence] of header.sessions) read.#noteName(name, sequence);
      at = header.base;
      await pace.rest();
    }
    return read;
  }

  /** Number of the last signal of a session that was learned; 0 for none. */
  upTo(sessionId: SessionId): number {
    return this.#upTo.get(this.#nameOf(sessionId)) ?? 0;
  }

  /** What a step stores of its sessions. */
  entries(learned: readonly LearnedUpTo[]): StepSessions {
    return learned
      .map(({ sessionId, sequence }) => [this.#nameOf(sessionId), sequence] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  note(learned: readonly LearnedUpTo[]): void {
    for (const { sessionId, sequence } of learned) this.#noteName(this.#nameOf(sessionId), sequence);
  }

  #noteName(name: string, sequence: number): void {
    if (sequence > (this.#upTo.get(name) ?? 0)) this.#upTo.set(name, sequence);
  }

  #nameOf(sessionId: SessionId): string {
    return createHash('sha256').update(`${this.#whole}\n${sessionId}`).digest('base64url').slice(0, 12);
  }
}
