import {
  deserialiseInSteps,
  emptyModel,
  type Model,
  type SentQuery,
  type TrainingSession,
  update,
} from '@decidable/engine/ranking';
import type { Models, OrganizationId, StoredModel } from '../storage/ports.ts';
import { inTurns, Pace } from '../time-slices.ts';
import type { LearnedSynonym } from './learned-synonyms.ts';
import { unpack, wholeOf } from './stored-model.ts';

/** What was learned from an organization's sessions: the model, and frequent queries. */
export interface Learned {
  readonly version: string;
  readonly model: Model;
  /** Queries of enough sessions to be suggested to other shoppers. */
  readonly queries: readonly SentQuery[];
  /** Words that sessions used for the same products. */
  readonly synonyms: readonly LearnedSynonym[];
  /** Sessions in the model when it was last trained as a whole. */
  readonly trainedOn: number;
  /** Updates since then. */
  readonly updates: number;
  /**
   * Time of the last training as a whole; ms since the epoch. Visits that had begun by then are in the model, up to that
   * time.
   */
  readonly trainedAt: number;
  /** Digest of the rulings that it was trained by; `undefined` where an earlier release trained it. */
  readonly rulings: string | undefined;
  /** The catalogue that it was trained with. */
  readonly catalogueVersion: string | null;
}

/** Version of the model of an organization from which nothing was learned yet. */
export const UNTRAINED = 'untrained';

export const untrainedModel = (): Learned => ({
  version: UNTRAINED,
  model: emptyModel(),
  queries: [],
  synonyms: [],
  trainedOn: 0,
  updates: 0,
  trainedAt: Number.NEGATIVE_INFINITY,
  rulings: undefined,
  catalogueVersion: null,
});

/**
 * Restores a stored version: loads its last whole model, and applies the steps after it in order. Other requests have
 * turns in between.
 *
 * @returns `undefined` if the version, or one that it builds on, is no longer stored
 * @throws ModelFormatError for a model of another layout: it has to be trained again; NewerModel; StoreUnavailable
 */
export async function loadLearned(
  models: Models,
  organizationId: OrganizationId,
  stored: StoredModel | undefined,
): Promise<Learned | undefined> {
  const steps: (readonly TrainingSession[])[] = [];
  let at = stored;
  while (at !== undefined) {
    const { header, model: bytes } = unpack(at);
    if (header.kind === 'whole') {
      const model = await inTurns(deserialiseInSteps(bytes), organizationId);
      const trainedOn = model.log.sessions;
      const pace = new Pace(organizationId);
      for (const visits of steps.reverse()) {
        update(model, visits);
        await pace.rest();
      }
      const { version } = stored!;
      const updates = steps.length;
      const { queries, synonyms = [], rulings } = header;
      const { builtAt: trainedAt, catalogueVersion } = at;
      return {
        version,
        model,
        queries,
        synonyms,
        trainedOn,
        updates,
        trainedAt,
        rulings,
        catalogueVersion,
      };
    }
    steps.push(header.visits);
    at = await models.find(organizationId, header.base);
  }
  return undefined;
}

/** The learned synonyms of the current model, without reading the rest of it. @throws NewerModel; StoreUnavailable */
export async function learnedSynonymsOf(
  models: Models,
  organizationId: OrganizationId,
): Promise<readonly LearnedSynonym[]> {
  let at = await models.current(organizationId);
  while (at !== undefined) {
    const { header } = unpack(at);
    if (header.kind === 'whole') return header.synonyms ?? [];
    at = await models.find(organizationId, header.base);
  }
  return [];
}

/** A step of a model: what it adds to the version before it. */
export interface ModelStep {
  readonly base: string;
  readonly version: string;
  readonly visits: readonly TrainingSession[];
}

/**
 * The steps that lead from one version of a model to a later one, oldest first, without reading the model that both were
 * updated from.
 *
 * @returns `undefined` where no steps lead there: the model was trained as a whole meanwhile, or a step is gone
 * @throws NewerModel; StoreUnavailable
 */
export async function stepsBetween(
  models: Pick<Models, 'find'>,
  organizationId: OrganizationId,
  from: string,
  to: string,
): Promise<readonly ModelStep[] | undefined> {
  if (wholeOf(from) !== wholeOf(to)) return undefined;
  const steps: ModelStep[] = [];
  for (let version = to; version !== from; ) {
    const stored = version === wholeOf(to) ? undefined : await models.find(organizationId, version);
    const header = stored && unpack(stored).header;
    if (header?.kind !== 'step') return undefined;
    steps.push({ base: header.base, version, visits: header.visits });
    version = header.base;
  }
  return steps.reverse();
}
