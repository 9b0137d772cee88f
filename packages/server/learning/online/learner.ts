import { ModelFormatError, type TrainingSession } from '@decidable/engine/ranking';
import type { BuildPool } from '../../shops/build/build-pool.ts';
import type { Shops } from '../../shops/shops.ts';
import type { OrganizationId, SessionId, Storage } from '../../storage/ports.ts';
import { THIS_PROCESS, whileLeased } from '../../storage/while-leased.ts';
import { type Admission, admissionOfLog, digestOf, SessionLessons } from '../admission/index.ts';
import { type Learned, loadLearned, UNTRAINED, untrainedModel } from '../learned-model.ts';
import { nextVersion, packStep, wholeOf } from '../stored-model.ts';
import { trainModel } from '../train-model.ts';
import { readVisits } from '../visits.ts';
import { LearnedSessions, type LearnedUpTo } from './learned-sessions.ts';
import { ENDED_AFTER } from './visit-times.ts';

/** A model is retrained once this share of its visits is new, and at least so many. Set by hand. */
const NEW_SHARE = 0.25;
const FEWEST_NEW = 50;
/** Or after this many updates: loading a model reads all of them. Set by hand. */
const MOST_UPDATES = 500;
/** How often a step is tried where others replace the model meanwhile. Set by hand. */
const ATTEMPTS = 5;
/** Pause after a training that failed; twice as long after each further one, up to the longest; ms. Set by hand. */
const PAUSE = 60_000;
const LONGEST_PAUSE = 3_600_000;
/**
 * The most of the time, 0 to 1, that an organization trains because it grows: after a training of T ms the next such one
 * begins T / 0.1 ms after its start at the earliest. The wait for a thread counts as training, since a machine whose
 * threads are all taken has less time to spare. Owners' rulings are trained at once. Set by hand.
 */
const MOST_TRAINING_SHARE = 0.1;
const DAY = 86_400_000;

export interface LearnerOptions {
  readonly storage: Pick<
    Storage,
    'organizations' | 'sessions' | 'catalogues' | 'models' | 'outcomes' | 'orders' | 'leases'
  >;
  readonly builder: Pick<BuildPool, 'train'>;
  readonly shops: Shops;
  /** Names this process in leases, for people to read. */
  readonly owner?: string | undefined;
  /** Ends what is under way between two sessions. */
  readonly stopping?: AbortSignal | undefined;
}

/** A session whose visits have ended. */
export interface EndedSession {
  readonly sessionId: SessionId;
  /** Number of its last signal; absent: the whole log. */
  readonly sequence?: number;
}

/** What learning needs to know of the current model. */
interface KnownModel
  extends Pick<Learned, 'updates' | 'trainedOn' | 'trainedAt' | 'rulings' | 'catalogueVersion'> {
  /** `undefined` where there is none. */
  readonly version: string | undefined;
  /** Visits in it. */
  readonly visits: number;
  readonly learned: LearnedSessions;
}

/** What some sessions teach. */
interface Lessons {
  readonly visits: readonly TrainingSession[];
  readonly sessions: readonly LearnedUpTo[];
}

/**
 * Learns the ended visits of one organization. What it holds can be read again from the store, where another process may
 * have stored another model: each step is made for the model that is current, and stored only in place of that.
 */
export class Learner {
  readonly #options: LearnerOptions;
  readonly #organizationId: OrganizationId;
  #model: KnownModel | undefined;
  /** Which visits teach, of those that began since `#since`; read when the first one has ended. */
  #admission: Admission | undefined;
  #since = Number.NEGATIVE_INFINITY;
  /** Visits that teach and no model holds, as there is none yet that steps could be added to. */
  #taught = 0;
  #rulings: string | undefined;
  #wasRuled = false;
  /** Digest of the rulings at the last training. */
  #trainedBy: string | undefined;
  #owesTraining = false;
  /** Trainings that failed, one after the other. */
  #failed = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** No training for growth before this time; ms since the epoch, by the clock of the store. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LearnerOptions, organizationId: OrganizationId) {
    this.#options = options;
    this.#organizationId = organizationId;
  }

  /** When it last learned, or looked whether a training is due; ms since the epoch. */
  get lookedAt(): number {
    return this.#lookedAt;
  }

  /**
   * Whether a training may be due that was not made: an owner may have ruled, it failed, it rests, or another process
   * trains.
   */
  get owesTraining(): boolean {
    return this.#owesTraining;
  }

  /** Whether it owes a training that may be tried: one that failed after a pause, one for growth after a rest. */
  mayTrain(now: number): boolean {
    return this.#owesTraining && now >= this.#pausedUntil && (this.#wasRuled || now >= this.#restsUntil);
  }

  /** The version of the whole model that is learned onto; `undefined` for none, and before the first look. */
  get whole(): string | undefined {
    const version = this.#model?.version;
    return version && wholeOf(version);
  }

  /** An owner may have ruled over sessions: the model is trained again where it was trained by other rulings. */
  ruled(): void {
    this.#admission = undefined;
    this.#rulings = undefined;
    this.#wasRuled = true;
    this.#owesTraining = true;
  }

  /**
   * The time from which sessions may have something to learn; ms since the epoch.
   *
   * @param position all that were seen before have been looked through, or are left to the next training
   * @param hasLookedBefore whether this learner has done so: if not, those of a shop without a model all count towards its first
   *   training
   * @throws NewerModel; StoreUnavailable
   */
  async from(position: number, hasLookedBefore: boolean): Promise<number> {
    const { version, trainedAt, learned } = await this.#current();
    if (version === undefined && !hasLookedBefore) return 0;
    return Math.max(position, trainedAt, learned.begunBefore);
  }

  /**
   * Learns from sessions whose visits have ended: all of their visits that no model has.
   *
   * @param from time since which sessions may have something to learn
   * @param now ms since the epoch
   * @throws NewerModel; StoreUnavailable; Error where others replace the model all the time
   */
  async learn(ended: readonly EndedSession[], from: number, now: number): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const model = await this.#current();
      const lessons = await this.#lessonsOf(ended, model, from, now);
      if (lessons.visits.length === 0) return;
      if (model.trainedOn === 0) {
        this.#taught += lessons.visits.length;
        model.learned.note(lessons.sessions);
        return;
      }
      if (await this.#step(model, lessons, now)) return;
    }
    throw new Error('The model was replaced by others again and again while visits were learned.');
  }

  /**
   * Trains the whole model again where enough is new, or rulings are; not during the pause after a training that failed, as
   * each reads the whole log. Where enough is new, a training rests first if the last one was long.
   *
   * @param now ms since the epoch
   * @throws NewerModel; StoreUnavailable
   */
  async trainIfDue(now: number): Promise<void> {
    this.#lookedAt = now;
    if (now < this.#pausedUntil) return;
    const began = performance.now();
    try {
      await this.#trainIfDue(now);
    } catch (error) {
      const failedAt = now + performance.now() - began;
      this.#pausedUntil = failedAt + Math.min(LONGEST_PAUSE, PAUSE * 2 ** this.#failed++);
      throw error;
    }
  }

  async #trainIfDue(now: number): Promise<void> {
    const { storage, builder, stopping, owner = THIS_PROCESS } = this.#options;
    const organizationId = this.#organizationId;
    // Whatever fails from here on leaves it owed.
    this.#owesTraining = true;
    const model = await this.#current();
    const rulings = await this.#currentRulings();
    const hasRulings = this.#hasRulings(model, rulings);
    this.#wasRuled = hasRulings;
    if (!hasRulings) {
      if (!this.#hasGrown(model)) {
        this.#owesTraining = false;
        this.#failed = 0;
        return;
      }
      if (now < this.#restsUntil) return;
    }
    const began = performance.now();
    const trained = await whileLeased(storage.leases, organizationId, 'training', owner, () =>
      trainModel(storage, builder, organizationId, now, undefined, stopping),
    );
    // Another process is training: whether that was enough shows at the next look.
    if (!trained.held) return;
    this.#owesTraining = false;
    this.#wasRuled = false;
    this.#failed = 0;
    this.#restsUntil = now + (performance.now() - began) / MOST_TRAINING_SHARE;
    this.#trainedBy = rulings;
    this.#taught = 0;
  }

  /** Whether enough is new. */
  #hasGrown({ updates, trainedOn, visits }: KnownModel): boolean {
    const learned = trainedOn === 0 ? this.#taught : visits - trainedOn;
    return learned >= Math.max(FEWEST_NEW, NEW_SHARE * trainedOn) || updates >= MOST_UPDATES;
  }

  /** Whether owners have ruled otherwise since the model was trained. */
  #hasRulings({ version, rulings: modelsOwn }: KnownModel, rulings: string): boolean {
    if (rulings === this.#trainedBy || rulings === modelsOwn) return false;
    // Models of earlier releases do not say by which rulings they were trained.
    return (
      this.#wasRuled || modelsOwn !== undefined || (version === undefined && rulings !== digestOf(new Map()))
    );
  }

  async #currentRulings(): Promise<string> {
    this.#rulings ??= digestOf(await this.#options.storage.sessions.rulings(this.#organizationId));
    return this.#rulings;
  }

  /** The current model. It is read again only where another process has replaced it. */
  async #current(): Promise<KnownModel> {
    const { models } = this.#options.storage;
    for (;;) {
      const version = await models.currentVersion(this.#organizationId);
      if (this.#model !== undefined && this.#model.version === version) return this.#model;
      const learned = await this.#load(version);
      // Replaced and removed since.
      if (learned === undefined) continue;
      const { updates, trainedOn, trainedAt, rulings, catalogueVersion, model } = learned;
      this.#model = {
        version,
        updates,
        trainedOn,
        trainedAt,
        rulings,
        catalogueVersion,
        visits: model.log.sessions,
        learned: await LearnedSessions.read(models, this.#organizationId, version ?? UNTRAINED),
      };
      return this.#model;
    }
  }

  async #load(version: string | undefined): Promise<Learned | undefined> {
    if (version === undefined) return untrainedModel();
    const { storage, shops } = this.#options;
    const open = shops.peekLearned(this.#organizationId);
    if (open?.version === version) return open;
    try {
      const stored = await storage.models.find(this.#organizationId, version);
      return await loadLearned(storage.models, this.#organizationId, stored);
    } catch (error) {
      // It has to be trained again.
      if (error instanceof ModelFormatError) return untrainedModel();
      throw error;
    }
  }

  async #lessonsOf(
    ended: readonly EndedSession[],
    model: KnownModel,
    from: number,
    now: number,
  ): Promise<Lessons> {
    const organizationId = this.#organizationId;
    const { sessions } = this.#options.storage;
    const { trainedAt, learned } = model;
    const read = [];
    const admission = await this.#admissionSince(from, now);
    for (const { sessionId, sequence } of ended) {
      if (sequence !== undefined && learned.upTo(sessionId) >= sequence) continue;
      const log = await sessions.log(organizationId, sessionId, sequence);
      const after = Math.max(trainedAt, learned.begunBefore);
      const upTo = learned.upTo(sessionId);
      const visits = (await readVisits(log, { after, until: now, owner: organizationId })).filter(
        ({ first, begins }) => first > upTo && begins >= this.#since,
      );
      for (const visit of visits) admission.add(sessionId, visit);
      if (visits.length > 0) read.push({ sessionId, visits });
      this.#options.stopping?.throwIfAborted();
    }
    await admission.settle();
    const taught = read
      .map(({ sessionId, visits }) => ({
        sessionId,
        sequence: Math.max(...visits.map(({ last }) => last)),
        visits: new SessionLessons(sessionId, visits, admission).lessons,
      }))
      .filter(({ visits }) => visits.length > 0);
    return { visits: taught.flatMap(({ visits }) => visits), sessions: taught };
  }

  /**
   * What is decided about visits of today and yesterday (UTC), also those of before the start; and of earlier days where
   * learning is further behind. Earlier visits are left to the next training: they would be judged without their like.
   */
  async #admissionSince(from: number, now: number): Promise<Admission> {
    const dayBefore = Math.floor(now / DAY) - 1;
    const since = Math.min(dayBefore, Math.floor(from / DAY)) * DAY;
    if (this.#admission === undefined || since < this.#since) {
      this.#admission = await admissionOfLog(this.#options.storage, this.#organizationId, {
        since,
        endedBy: now - ENDED_AFTER,
        signal: this.#options.stopping,
      });
    } else this.#admission.forgetBefore(since);
    this.#since = since;
    return this.#admission;
  }

  /**
   * Stores an update of the model, then applies it to the open shop.
   *
   * @returns false where another process has replaced the model
   */
  async #step(model: KnownModel, { visits, sessions }: Lessons, now: number): Promise<boolean> {
    const { shops, storage } = this.#options;
    const organizationId = this.#organizationId;
    const base = model.version!;
    const version = nextVersion(base, model.updates);
    const outcome = await storage.models.put(
      {
        organizationId,
        version,
        catalogueVersion: model.catalogueVersion,
        builtAt: now,
        bytes: packStep(base, visits, model.learned.entries(sessions)),
      },
      base,
    );
    if (outcome === 'lost') return false;
    model.learned.note(sessions);
    this.#model = {
      ...model,
      version,
      updates: model.updates + 1,
      visits: model.visits + visits.length,
    };
    shops.apply(organizationId, { base, version, visits });
    return true;
  }
}
