import { type TrainingSession, update } from '@decidable/engine/ranking';
import { VISIT_GAP } from '@decidable/engine/session';
import type { BuildPool } from '../shops/build/build-pool.ts';
import type { Shops } from '../shops/shops.ts';
import type { OrganizationId, SessionId, Storage } from '../storage/ports.ts';
import { type Learned, nextVersion, packStep } from './learned-model.ts';
import { trainModel } from './train-model.ts';
import { visitsOf } from './visits.ts';

/** How often visits that ended are looked for; ms. */
const LOOK_EVERY = 60_000;
/** A session is noted again when its note is older than this, as few requests as can be changing what is noted; ms. */
const NOTE_EVERY = 60_000;
/**
 * Of sessions written to, so many of all organizations are remembered until their visit ends, and beyond them an equal
 * share of each; the rest waits for a training.
 */
const MOST_REMEMBERED = 200_000;
/** Visits learned in one step at most, so that a step takes milliseconds. */
const MOST_VISITS = 500;
/** A model is trained as a whole once this share of its visits is new, and at least so many. */
const NEW_SHARE = 0.25;
const FEWEST_NEW = 50;
/** Or once it was updated this often: every step has to be read when the model is loaded. */
const MOST_UPDATES = 500;

export interface LearningOptions {
  readonly storage: Pick<Storage, 'organizations' | 'sessions' | 'catalogues' | 'models' | 'outcomes'>;
  readonly builder: Pick<BuildPool, 'train'>;
  readonly shops: Shops;
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  /** Sessions that are remembered. */
  readonly most?: number;
}

/** A session that was written to; ms since the epoch. */
interface Noted {
  /** When a signal came: the last, or one less than `NOTE_EVERY` before it. */
  readonly at: number;
  /** When the first came since visits of the session were learned. */
  readonly first: number;
}

/** What is new to an organization's model. */
interface Novelty {
  readonly active: Map<SessionId, Noted>;
  /** Visits learned since the model was trained as a whole. */
  learned: number;
  /** Whether a training was due and has not succeeded. */
  owesTraining: boolean;
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
  /** Sessions remembered, of all organizations. */
  #remembered = 0;
  #looking: Promise<void> | undefined;

  constructor(options: LearningOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(Date.now()), LOOK_EVERY).unref();
  }

  /** Notes that a session was written to. */
  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void {
    let novelty = this.#novelties.get(organizationId);
    if (novelty === undefined) {
      novelty = { active: new Map(), learned: 0, owesTraining: false };
      this.#novelties.set(organizationId, novelty);
    }
    const { active } = novelty;
    const noted = active.get(sessionId);
    if (noted !== undefined && at - noted.at < NOTE_EVERY) return;
    // Kept in the order of their notes, so that those that ended are found at the front.
    if (active.delete(sessionId)) this.#remembered--;
    const { most = MOST_REMEMBERED } = this.#options;
    if (this.#remembered >= most && active.size >= most / this.#novelties.size) return;
    active.set(sessionId, { at, first: noted?.first ?? at });
    this.#remembered++;
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
      const { active, learned, owesTraining } = novelty;
      if (active.size === 0 && learned === 0 && !owesTraining) this.#novelties.delete(organizationId);
    }
  }

  async #learn(organizationId: OrganizationId, novelty: Novelty, now: number): Promise<void> {
    // Models are read for what there is to learn only: most organizations have no visit that ended this minute.
    const [oldest] = novelty.active.values();
    if (!novelty.owesTraining && (oldest === undefined || !isOver(oldest, now))) return;
    const { shops } = this.#options;
    let learned = await shops.learned(organizationId);
    for (;;) {
      const visits = await this.#ended(organizationId, novelty, learned.trainedAt, now);
      if (visits.length === 0) break;
      if (learned.trainedOn > 0) await this.#step(organizationId, learned, visits, now);
      novelty.learned += visits.length;
      learned = await shops.learned(organizationId);
    }
    const enough = Math.max(FEWEST_NEW, NEW_SHARE * learned.trainedOn);
    novelty.owesTraining = novelty.learned >= enough || learned.updates >= MOST_UPDATES;
    if (novelty.owesTraining) {
      await trainModel(this.#options.storage, this.#options.builder, organizationId, now);
      novelty.learned = 0;
      novelty.owesTraining = false;
    }
  }

  /** The next visits that are over and not yet learned, their sessions taken out of what is remembered. */
  async #ended(
    organizationId: OrganizationId,
    { active }: Novelty,
    trainedAt: number,
    now: number,
  ): Promise<TrainingSession[]> {
    const visits: TrainingSession[] = [];
    for (const [sessionId, noted] of active) {
      if (!isOver(noted, now) || visits.length >= MOST_VISITS) break;
      active.delete(sessionId);
      this.#remembered--;
      // A visit that is learned had ended half an hour before a late signal of it brought the session back; what was
      // going on during the last training is in the model as far as it went. The next training has all of both.
      const after = Math.max(noted.first - VISIT_GAP, trainedAt);
      const log = await this.#options.storage.sessions.log(organizationId, sessionId);
      visits.push(...(await visitsOf(log, { after, until: now })));
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
    this.#options.shops.advance(organizationId, learned, {
      ...learned,
      version,
      updates: learned.updates + 1,
    });
  }
}

/** Whether the visit of a session that was noted has ended. */
const isOver = ({ at }: Noted, now: number): boolean => now - at > VISIT_GAP + NOTE_EVERY;
