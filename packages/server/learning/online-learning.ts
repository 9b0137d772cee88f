import type { OrganizationId, SessionId, Storage } from '../storage/ports.ts';
import type { LearnerOptions } from './online/learner.ts';
import { OwnVisits } from './online/own-visits.ts';
import { SharedVisits } from './online/shared-visits.ts';
import { NewerModel } from './stored-model.ts';

/** Interval at which ended visits are looked for; ms. Set by hand. */
const LOOK_EVERY = 60_000;

export interface LearningOptions extends LearnerOptions {
  readonly storage: LearnerOptions['storage'] & Pick<Storage, 'changes' | 'learning' | 'now'>;
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  /** Active sessions that are tracked, where this process sees all of them; `MOST_REMEMBERED` unless given. */
  readonly most?: number;
}

/** Where ended visits come from. */
interface Visits {
  /** Notes that a session was written to. */
  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void;
  /** Notes that owners may have ruled over sessions; of all organizations without one. */
  ruled(organizationId?: OrganizationId): void;
  /** Learns from the visits that have ended. */
  look(now: number): Promise<void>;
  /** Lets go of what others may take over, after the last look. */
  close?(): Promise<void>;
}

/**
 * Keeps models up to date while the service runs. Visits are learned after they have ended, in small steps. Each step is
 * stored under the next number of the model's version before it takes effect, so that every ranking can be made again.
 * When enough is new, or an owner has admitted or excluded sessions, a worker trains the whole model again; a visit that
 * was learned and would be put aside by then drops out. Visits that were open during a training are learned by the next
 * training.
 *
 * One process with a store of its own knows from its requests which visits have ended. Nodes that share a store find them
 * there, and each organization has one learner among them.
 */
export class Learning {
  readonly #visits: Visits;
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #looking: Promise<void> | undefined;
  readonly #unsubscribe: () => void;

  constructor(options: LearningOptions) {
    const { learning, changes } = options.storage;
    const told = { ...options, onFault: onceEach(options.onFault), stopping: this.#stopping.signal };
    this.#visits =
      learning === undefined ? new OwnVisits(told) : new SharedVisits({ ...told, progress: learning });
    this.#unsubscribe = changes.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subject === 'rulings') this.#visits.ruled(organizationId);
      },
      missed: () => this.#visits.ruled(),
    });
    // Requests meet the same failure of the store and report it; the timer tries again.
    this.#timer = setInterval(
      () => void this.look(options.storage.now()).catch(() => {}),
      LOOK_EVERY,
    ).unref();
  }

  /** Notes that a session was written to. */
  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void {
    this.#visits.saw(organizationId, sessionId, at);
  }

  /**
   * Learns from the visits that have ended by `now`. One look runs at a time.
   *
   * @param now ms since the epoch, by the clock of the store
   */
  look(now: number): Promise<void> {
    this.#looking ??= this.#visits.look(now).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /**
   * Cuts the look that is under way, as a training may take minutes: what was stored stays, the rest is learned after the
   * next start. A thread that trains is not stopped by this: its pool is to be closed meanwhile.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#stopping.abort();
    // Whoever asked for the look is told of its failure.
    await this.#looking?.catch(() => {});
    await this.#visits.close?.();
  }
}

/** Tells once of a model that is left to a later release, not with every look. */
function onceEach(onFault: LearningOptions['onFault']): LearningOptions['onFault'] {
  const told = new Map<OrganizationId, string>();
  return (organizationId, error) => {
    if (error instanceof NewerModel) {
      if (told.get(organizationId) === error.message) return;
      told.set(organizationId, error.message);
    }
    onFault?.(organizationId, error);
  };
}
