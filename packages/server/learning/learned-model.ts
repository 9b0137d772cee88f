import {
  deserialiseInSteps,
  emptyModel,
  type Model,
  type SentQuery,
  serialise,
  type TrainingSession,
  update,
} from '@decidable/engine/ranking';
import { inTurns, Pace } from '../pace.ts';
import type { Models, OrganizationId, StoredModel } from '../storage/ports.ts';

/** What an organization's sessions taught: the model, and what shoppers search for. */
export interface Learned {
  readonly version: string;
  readonly model: Model;
  /** Queries that enough sessions sent to be suggested to others. */
  readonly queries: readonly SentQuery[];
  /** Sessions in the model when it was last trained as a whole, and updates since. */
  readonly trainedOn: number;
  readonly updates: number;
  /**
   * When it was last trained as a whole, in ms since the epoch: visits that had begun by then are in it, as far as they
   * went.
   */
  readonly trainedAt: number;
}

/**
 * A stored model is either whole, or a small step: the visits that were appended to the version before it. Steps make
 * every state that ever ranked something available again, at the price of the visits alone.
 */
type Header =
  | { readonly kind: 'whole'; readonly queries: readonly SentQuery[] }
  | { readonly kind: 'step'; readonly base: string; readonly visits: readonly TrainingSession[] };

/** The version of the model of an organization from which nothing was learned yet. */
export const UNTRAINED = 'untrained';

export const untrainedModel = (): Learned => ({
  version: UNTRAINED,
  model: emptyModel(),
  queries: [],
  trainedOn: 0,
  updates: 0,
  trainedAt: Number.NEGATIVE_INFINITY,
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Length of the header in bytes (32 bits, little-endian), the header as JSON, the model. */
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

export const packWhole = (model: Model, queries: readonly SentQuery[]): Uint8Array =>
  pack({ kind: 'whole', queries }, serialise(model));

export const packStep = (base: string, visits: readonly TrainingSession[]): Uint8Array =>
  pack({ kind: 'step', base, visits });

/**
 * What was learned under a stored version: its last whole model with the steps after it, in order. Read with turns for
 * others in between.
 *
 * @returns `undefined` when the version, or one that it builds on, is no longer kept
 * @throws ModelFormatError for a model of another layout: it has to be trained again
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
      const model = await inTurns(deserialiseInSteps(bytes));
      const trainedOn = model.log.sessions;
      const pace = new Pace();
      for (const visits of steps.reverse()) {
        update(model, visits);
        await pace.rest();
      }
      const { version } = stored!;
      const updates = steps.length;
      return { version, model, queries: header.queries, trainedOn, updates, trainedAt: at.builtAt };
    }
    steps.push(header.visits);
    at = await models.find(organizationId, header.base);
  }
  return undefined;
}

/** The version after an update of `version`. */
export function nextVersion(version: string, updates: number): string {
  return `${version.split('.')[0]}.${updates + 1}`;
}
