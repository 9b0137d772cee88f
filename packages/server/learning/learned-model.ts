import {
  deserialiseInSteps,
  emptyModel,
  type Model,
  type SentQuery,
  serialise,
  type TrainingSession,
  update,
} from '@decidable/engine/ranking';
import type { Models, OrganizationId, StoredModel } from '../storage/ports.ts';
import { inTurns, Pace } from '../time-slices.ts';
import type { LearnedSynonym } from './learned-synonyms.ts';

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
}

/**
 * A stored model is either whole, or a step: the visits that were added to the version before it. With steps, each state
 * that ranked something can be restored, and only the visits are stored again.
 */
type Header =
  | {
      readonly kind: 'whole';
      readonly queries: readonly SentQuery[];
      /** Absent where none was learned. */
      readonly synonyms?: readonly LearnedSynonym[];
    }
  | { readonly kind: 'step'; readonly base: string; readonly visits: readonly TrainingSession[] };

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
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Layout: length of the header in bytes (32 bits, little-endian), the header as JSON, the model. */
function pack(header: Header, model: Uint8Array = new Uint8Array(0)): Uint8Array {
  const head = encoder.encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + head.length + model.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  bytes.set(model, 4 + head.length);
  return bytes;
}

function unpack(bytes: Uint8Array): { readonly header: Header; readonly model: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return {
    header: JSON.parse(decoder.decode(bytes.subarray(4, 4 + length))) as Header,
    model: bytes.subarray(4 + length),
  };
}

export const packWhole = (
  model: Model,
  queries: readonly SentQuery[],
  synonyms: readonly LearnedSynonym[] = [],
): Uint8Array => pack({ kind: 'whole', queries, ...(synonyms.length > 0 && { synonyms }) }, serialise(model));

export const packStep = (base: string, visits: readonly TrainingSession[]): Uint8Array =>
  pack({ kind: 'step', base, visits });

/**
 * Restores a stored version: loads its last whole model, and applies the steps after it in order. Other requests have
 * turns in between.
 *
 * @returns `undefined` if the version, or one that it builds on, is no longer stored
 * @throws ModelFormatError for a model of another layout: it has to be trained again; StoreUnavailable
 */
export async function loadLearned(
  models: Models,
  organizationId: OrganizationId,
  stored: StoredModel | undefined,
): Promise<Learned | undefined> {
  const steps: (readonly TrainingSession[])[] = [];
  let at = stored;
  while (at !== undefined) {
    const { header, model: bytes } = unpack(at.bytes);
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
      const { queries, synonyms = [] } = header;
      return { version, model, queries, synonyms, trainedOn, updates, trainedAt: at.builtAt };
    }
    steps.push(header.visits);
    at = await models.find(organizationId, header.base);
  }
  return undefined;
}

/** The learned synonyms of the current model, without reading the rest of it. @throws StoreUnavailable */
export async function learnedSynonymsOf(
  models: Models,
  organizationId: OrganizationId,
): Promise<readonly LearnedSynonym[]> {
  let at = await models.current(organizationId);
  while (at !== undefined) {
    const { header } = unpack(at.bytes);
    if (header.kind === 'whole') return header.synonyms ?? [];
    at = await models.find(organizationId, header.base);
  }
  return [];
}

/**
 * The version after an update of `version`: `m-1f.3` after `m-1f.2`.
 *
 * @param updates updates that `version` has
 */
export function nextVersion(version: string, updates: number): string {
  return `${version.split('.')[0]}.${updates + 1}`;
}
