import { type TrainingSession, update } from '@decidable/engine/ranking';
import { VISIT_GAP } from '@decidable/engine/session';
import type { BuildPool } from '../shops/build/build-pool.ts';
import type { Shops } from '../shops/shops.ts';
import type { OrganizationId, SessionId, Storage } from '../storage/ports.ts';
import { whileLeased } from '../storage/while-leased.ts';
import { type Admission, admissionOfLog, SessionLessons } from './admission/index.ts';
import { type Learned, nextVersion, packStep } from './learned-model.ts';
import { trainModel } from './train-model.ts';
import { readVisits, type Visit } from './visits.ts';

/** Interval at which ended visits are looked for; ms. Set by hand. */
const LOOK_EVERY = 60_000;
/** The last-seen time of a session is updated when it is older than this, so that few requests write it; ms. */
const NOTE_EVERY = 60_000;
/**
 * Active sessions tracked over all organizations; beyond that each organization has an equal share. Visits of the others
 * are learned by the next training. Set by hand.
 */
const MOST_REMEMBERED = 200_000;
/** Visits learned in one step, so that a step takes milliseconds. Set by hand. */
const MOST_VISITS = 500;
/** A model is retrained once this share of its visits is new, and at least so many. Set by hand. */
const NEW_SHARE = 0.25;
const FEWEST_NEW = 50;
/** Or after this many updates: loading a model reads all of them. Set by hand. */
const MOST_UPDATES = 500;

export interface LearningOptions {
  readonly storage: Pick<
    Storage,
    'organizations' | 'sessions' | 'catalogues' | 'models' | 'outcomes' | 'leases' | 'changes'
  >;
  readonly builder: Pick<BuildPool, 'train'>;
  readonly shops: Shops;
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  /** Active sessions that are tracked; `MOST_REMEMBERED` unless given. */
  readonly most?: number;
}

/** A session that was written to; ms since the epoch. */
interface LastSeen {
  /** Last-seen time, up to `NOTE_EVERY` too early. */
  readonly at: number;
  /** Time of the first signal since the session's visits were last learned. */
  readonly first: number;
}

/** What an organization's model has not been trained on yet. */
interface PendingLearning {
  readonly active: Map<SessionId, LastSeen>;
  /** Visits learned since the model was trained as a whole. */
  learned: number;
  /** Whether a training was due and has not succeeded. */
  owesTraining: boolean;
  /** Which visits of today and yesterday (UTC) teach; read when the first one has ended. */
  admission: Admission | undefined;
}

const DAY = 86_400_000;

/**
 * Keeps models up to date while the service runs. Visits are learned after they have ended, in small steps. Each step is
 * stored under the next number of the model's version before it takes effect, so that every ranking can be made again.
 * When enough is new, or an owner has admitted or excluded sessions, a worker trains the whole model again; a visit that
 * was learned and would be put aside by then drops out. Visits that were open during a training, or when the service
 * stopped, are learned by the next training.
 */
export class Learning {
  readonly #options: LearningOptions;
  readonly #pending = new Map<OrganizationId, PendingLearning>();
  readonly #timer: NodeJS.Timeout;
  /** Number of active sessions tracked, over all organizations. */
  #remembered = 0;
  #looking: Promise<void> | undefined;
  readonly #unsubscribe: () => void;

  constructor(options: LearningOptions) {
    this.#options = options;
    this.#unsubscribe = options.storage.changes.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subject === 'rulings') this.#ruled(organizationId);
      },
      missed: () => {
        for (const organizationId of this.#pending.keys()) this.#ruled(organizationId);
      },
    });
    this.#timer = setInterval(() => void this.look(Date.now()), LOOK_EVERY).unref();
  }

  /** Notes that a session was written to. */
  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void {
    const { active } = this.#pendingOf(organizationId);
    const noted = active.get(sessionId);
    if (noted !== undefined && at - noted.at < NOTE_EVERY) return;
    // In the order of their last-seen times, so that ended visits are found at the front.
    if (active.delete(sessionId)) this.#remembered--;
    const { most = MOST_REMEMBERED } = this.#options;
    if (this.#remembered >= most && active.size >= most / this.#pending.size) return;
    active.set(sessionId, { at, first: noted?.first ?? at });
    this.#remembered++;
  }

  #pendingOf(organizationId: OrganizationId): PendingLearning {
    let pending = this.#pending.get(organizationId);
    if (pending === undefined) {
      pending = { active: new Map(), learned: 0, owesTraining: false, admission: undefined };
      this.#pending.set(organizationId, pending);
    }
    return pending;
  }

  /** An owner ruled over sessions: the next look trains the model again. */
  #ruled(organizationId: OrganizationId): void {
    const pending = this.#pendingOf(organizationId);
    pending.admission = undefined;
    pending.owesTraining = true;
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
    this.#unsubscribe();
    await this.#looking;
  }

  async #look(now: number): Promise<void> {
    for (const [organizationId, pending] of this.#pending) {
      try {
        await this.#learn(organizationId, pending, now);
      } catch (error) {
        this.#options.onFault?.(organizationId, error);
      }
      const { active, learned, owesTraining } = pending;
      if (active.size === 0 && learned === 0 && !owesTraining) this.#pending.delete(organizationId);
    }
  }

  async #learn(organizationId: OrganizationId, pending: PendingLearning, now: number): Promise<void> {
    // A model is read only if there is something to learn: most organizations have no visit that ended this minute.
    const [oldest] = pending.active.values();
    if (!pending.owesTraining && (oldest === undefined || !hasEnded(oldest, now))) return;
    const { shops } = this.#options;
    let learned = await shops.learned(organizationId);
    for (;;) {
      const visits = await this.#ended(organizationId, pending, learned.trainedAt, now);
      if (visits === undefined) break;
      if (visits.length > 0 && learned.trainedOn > 0) await this.#step(organizationId, learned, visits, now);
      pending.learned += visits.length;
      learned = await shops.learned(organizationId);
    }
    const enough = Math.max(FEWEST_NEW, NEW_SHARE * learned.trainedOn);
    if (pending.learned >= enough || learned.updates >= MOST_UPDATES) pending.owesTraining = true;
    if (pending.owesTraining) await this.#train(organizationId, pending, now);
  }

  async #train(organizationId: OrganizationId, pending: PendingLearning, now: number): Promise<void> {
    const { storage, builder } = this.#options;
    const owner = `process ${process.pid}`;
    // A ruling during the training makes it due again.
    pending.owesTraining = false;
    try {
      const trained = await whileLeased(storage.leases, organizationId, 'training', owner, () =>
        trainModel(storage, builder, organizationId, now),
      );
      if (trained.held) pending.learned = 0;
      // Another process is training; whether that was enough shows at the next look.
      else pending.owesTraining = true;
    } catch (error) {
      pending.owesTraining = true;
      throw error;
    }
  }

  /**
   * Takes the next ended visits off the tracked sessions.
   *
   * @returns those that teach; `undefined` where none has ended
   */
  async #ended(
    organizationId: OrganizationId,
    pending: PendingLearning,
    trainedAt: number,
    now: number,
  ): Promise<readonly TrainingSession[] | undefined> {
    const { active } = pending;
    const { sessions } = this.#options.storage;
    const read: (readonly [SessionId, readonly Visit[]])[] = [];
    let visits = 0;
    for (const [sessionId, noted] of active) {
      if (!hasEnded(noted, now) || visits >= MOST_VISITS) break;
      active.delete(sessionId);
      this.#remembered--;
      // A visit that is learned had ended half an hour before a late signal of it brought the session back; what was
      // going on during the last training is in the model as far as it went. The next training has all of both.
      const after = Math.max(noted.first - VISIT_GAP, trainedAt);
      const log = await sessions.log(organizationId, sessionId);
      const ended = await readVisits(log, { after, until: now, owner: organizationId });
      read.push([sessionId, ended]);
      visits += ended.length;
    }
    if (read.length === 0) return undefined;
    const admission = await this.#admissionOf(organizationId, pending, now);
    for (const [sessionId, ended] of read) for (const visit of ended) admission.add(sessionId, visit);
    await admission.settle();
    return read.flatMap(([sessionId, ended]) => new SessionLessons(sessionId, ended, admission).lessons);
  }

  /** What is decided about visits of today and yesterday, also those from before the start. */
  async #admissionOf(
    organizationId: OrganizationId,
    pending: PendingLearning,
    now: number,
  ): Promise<Admission> {
    const yesterday = (Math.floor(now / DAY) - 1) * DAY;
    if (pending.admission === undefined) {
      const { storage } = this.#options;
      const endedBy = now - VISIT_GAP - NOTE_EVERY;
      pending.admission = await admissionOfLog(storage, organizationId, { since: yesterday, endedBy });
    }
    pending.admission.forgetBefore(yesterday);
    return pending.admission;
  }

  /** Stores an update of a model, then applies it. */
  async #step(
    organizationId: OrganizationId,
    learned: Learned,
    visits: readonly TrainingSession[],
    now: number,
  ): Promise<void> {
    const { models } = this.#options.storage;
    const current = await models.current(organizationId);
    // Another process trained in the meantime: its model has these visits from the log.
    if (current?.version !== learned.version) return;
    const version = nextVersion(learned.version, learned.updates);
    const outcome = await models.put(
      {
        organizationId,
        version,
        catalogueVersion: current.catalogueVersion,
        builtAt: now,
        bytes: packStep(learned.version, visits),
      },
      learned.version,
    );
    if (outcome === 'lost') return;
    update(learned.model, visits);
    this.#options.shops.advance(organizationId, learned, {
      ...learned,
      version,
      updates: learned.updates + 1,
    });
  }
}

/** Whether the visit of a tracked session has ended. */
const hasEnded = ({ at }: LastSeen, now: number): boolean => now - at > VISIT_GAP + NOTE_EVERY;
