import {
  type Model,
  ModelFormatError,
  type SentQuery,
  serialise,
  type TrainingSession,
} from '@decidable/engine/ranking';
import { Conflict } from '../errors.ts';
import type { StoredModel } from '../storage/ports.ts';
import type { LearnedSynonym } from './learned-synonyms.ts';

/**
 * Number of what this release writes. It is raised with each expert, feature or field that an earlier release does not
 * know, as that would train it away. Models of releases before the first number count as 1.
 */
export const MODEL_FORMAT = 2;

/** The current model was stored by a later release: it is neither trained over nor learned onto. */
export class NewerModel extends Conflict {
  constructor(version: string) {
    super(
      `The model ${version} was stored by a later release than this one, which would lose what it does not know of it. Train and learn by that release; this one ranks on without it.`,
    );
  }
}

/** The sessions of a step: the name of each, see `LearnedSessions`, and the number of the last signal that was learned. */
export type StepSessions = readonly (readonly [name: string, sequence: number])[];

/** A model that was trained as a whole. */
export interface WholeHeader {
  readonly kind: 'whole';
  readonly format?: number;
  readonly queries: readonly SentQuery[];
  /** Absent where none was learned. */
  readonly synonyms?: readonly LearnedSynonym[];
  /** Digest of the rulings that it was trained by; absent in models of earlier releases. */
  readonly rulings?: string | undefined;
}

/** The visits that were added to the version before it. */
export interface StepHeader {
  readonly kind: 'step';
  readonly format?: number;
  readonly base: string;
  readonly visits: readonly TrainingSession[];
  /** Absent in steps of earlier releases. */
  readonly sessions?: StepSessions;
}

/**
 * A stored model is either whole, or a step. With steps, each state that ranked something can be restored, and only the
 * visits are stored again.
 */
type Header = WholeHeader | StepHeader;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Layout: length of the header in bytes (32 bits, little-endian), the header as JSON, the model. */
function pack(header: Header, model: Uint8Array = new Uint8Array(0)): Uint8Array {
  const head = encoder.encode(JSON.stringify({ ...header, format: MODEL_FORMAT }));
  const bytes = new Uint8Array(4 + head.length + model.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  bytes.set(model, 4 + head.length);
  return bytes;
}

/**
 * @throws NewerModel for a model of a later release; ModelFormatError for bytes that are none
 */
export function unpack({ version, bytes }: Pick<StoredModel, 'version' | 'bytes'>): {
  readonly header: Header;
  readonly model: Uint8Array;
} {
  const { header, length } = headerOf(bytes);
  const { kind, format = 1 } = header;
  if (format > MODEL_FORMAT || (kind !== 'whole' && kind !== 'step')) throw new NewerModel(version);
  return { header, model: bytes.subarray(4 + length) };
}

function headerOf(bytes: Uint8Array): { readonly header: Header; readonly length: number } {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    return { header: JSON.parse(decoder.decode(bytes.subarray(4, 4 + length))) as Header, length };
  } catch {
    throw new ModelFormatError('These bytes are no stored model.');
  }
}

/** @param rulings digest of those that the model was trained by */
export const packWhole = (
  model: Model,
  queries: readonly SentQuery[],
  synonyms: readonly LearnedSynonym[] = [],
  rulings?: string,
): Uint8Array =>
  pack(
    {
      kind: 'whole',
      queries,
      ...(synonyms.length > 0 && { synonyms }),
      ...(rulings !== undefined && { rulings }),
    },
    serialise(model),
  );

export const packStep = (
  base: string,
  visits: readonly TrainingSession[],
  sessions: StepSessions = [],
): Uint8Array => pack({ kind: 'step', base, visits, sessions });

/** The version of the whole model that a version was updated from, itself where it is whole: `m-1f` of `m-1f.3`. */
export const wholeOf = (version: string): string => version.split('.')[0];

/**
 * The version after an update of `version`: `m-1f.3` after `m-1f.2`.
 *
 * @param updates updates that `version` has
 */
export const nextVersion = (version: string, updates: number): string => `${wholeOf(version)}.${updates + 1}`;
