import { type TrainingSession, update } from '@decidable/engine/ranking';
import { VISIT_GAP } from '@decidable/engine/session';
import type { OrganizationId, SessionId, Storage } from '../storage/ports.ts';
import type { Builder } from './builder.ts';
import { beganAt, lastVisitOf } from './history.ts';
import { type Learned, nextVersion, packStep } from './learned.ts';
import type { Shops } from './shops.ts';
import { trainModel } from './training.ts';

/** How often visits that ended are looked for; ms. */
const LOOK_EVERY = 60_000;
/** A session is noted again when its note is older than this, as few requests as can be changing what is noted; ms. */
const NOTE_EVERY = 60_000;
/** Of sessions written to, at most so many are remembered until their visit ends; the rest waits for a training. */
const MOST_REMEMBERED = 200_000;
/** Visits learned in one step at most, so that a step takes milliseconds. */
const MOST_VISITS = 500;
/** A model is trained as a whole once this share of its visits is new, and at least so many. */
const NEW_SHARE = 0.25;
const FEWEST_NEW = 50;
/** Or once it was updated this often: every step has to be read when the model is loaded. */
const MOST_UPDATES = 500;

export interface LearningOptions {
  readonly storage: Pick<Storage, 'sessions' | 'catalogues' | 'models' | 'outcomes'>;
  readonly builder: Pick<Builder, 'train'>;
  readonly shops: Shops;
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
}

/** What is new to an organization's model. */
interface Novelty {
  /** Sessions that were written to, with the time of a signal: the last, or one less than `NOTE_EVERY` before it. */
  readonly active: Map<SessionId, number>;
  /** Visits learned since the model was trained as a whole. */
  learned: number;
}

/**
 * Keeps models up to date while the service runs. A visit is learned when it has ended, in small steps: each is stored
 * under the next number of the model's version before it takes effect, so that what ranked can be made again. When
 * enough is new, the model is trained as a whole on a worker. Visits that were open during a training, or when the
 * service stopped, are learned by the next training.
 */
export class Learning {
  readonly #options: LearningOptions;
  readonly #novelties = new Map<OrganizationId, Novelty>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  constructor(options: LearningOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(Date.now()), LOOK_EVERY).unref();
  }

  /** Notes that a session was written to. */
  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void {
    let novelty = this.#novelties.get(organizationId);
    if (novelty === undefined) {
      novelty = { active: new Map(), learned: 0 };
      this.#novelties.set(organizationId, novelty);
    }
    const { active } = novelty;
    const noted = active.get(sessionId);
    if (noted !== undefined && at - noted < NOTE_EVERY) return;
    // Kept in the order of their notes, so that those that ended are found at the front.
    active.delete(sessionId);
    if (active.size < MOST_REMEMBERED) active.set(sessionId, at);
  }

  /** Learns from the visits that have ended by `now`. One look runs at a time. */
  look(now: number): Promise<void> {
    this.#looking ??= this.#look(now).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(now: number): Promise<void> {
    for (const [organizationId, novelty] of this.#novelties) {
      try {
        await this.#learn(organizationId, novelty, now);
      } catch (error) {
        this.#options.onFault?.(organizationId, error);
      }
    }
  }

  async #learn(organizationId: OrganizationId, novelty: Novelty, now: number): Promise<void> {
    for (let visits = await this.#ended(organizationId, novelty, now); visits.length > 0; ) {
      const { learned } = await this.#options.shops.get(organizationId);
      // What was going on during the last training is in the model as far as it went; the next has all of it.
      const fresh = visits.filter((visit) => beganAt(visit) > learned.trainedAt);
      if (learned.trainedOn > 0 && fresh.length > 0) await this.#step(organizationId, learned, fresh, now);
      novelty.learned += fresh.length;
      visits = await this.#ended(organizationId, novelty, now);
    }
    const { learned } = await this.#options.shops.get(organizationId);
    const enough = Math.max(FEWEST_NEW, NEW_SHARE * learned.trainedOn);
    if (novelty.learned >= enough || learned.updates >= MOST_UPDATES) {
      await trainModel(this.#options.storage, this.#options.builder, organizationId, now);
      novelty.learned = 0;
    }
  }

  /** The next visits that are over, taken out of what is remembered. */
  async #ended(organizationId: OrganizationId, { active }: Novelty, now: number): Promise<TrainingSession[]> {
    const visits: TrainingSession[] = [];
    for (const [sessionId, at] of active) {
      if (now - at <= VISIT_GAP + NOTE_EVERY || visits.length >= MOST_VISITS) break;
      active.delete(sessionId);
      const visit = lastVisitOf(await this.#options.storage.sessions.log(organizationId, sessionId));
      if (visit !== undefined) visits.push(visit);
    }
    return visits;
  }

  /** Appends visits to a model, stored first. */
  async #step(
    organizationId: OrganizationId,
    learned: Learned,
    visits: readonly TrainingSession[],
    now: number,
  ): Promise<void> {
    const { models } = this.#options.storage;
    const current = await models.current(organizationId);
    // Somebody else trained in the meantime: that model knows these visits from the log.
    if (current?.version !== learned.version) return;
    const version = nextVersion(learned.version, learned.updates);
    await models.put({
      organizationId,
      version,
      catalogueVersion: current.catalogueVersion,
      builtAt: now,
      bytes: packStep(learned.version, visits),
    });
    update(learned.model, visits);
    this.#options.shops.teach(organizationId, { ...learned, version, updates: learned.updates + 1 });
  }
}
