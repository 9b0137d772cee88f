import { runToEnd } from '../../primitives/run-to-end.ts';
import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { gateOf } from '../mixture/gate.ts';
import { FEATURE_COUNT, FEATURES } from '../mixture/gate-features.ts';
import { append, reserve } from '../model/click-log.ts';
import type { ItemVectors } from '../model/item-vectors.ts';
import type { Model, Parameters } from '../model/model.ts';
import type { Weights } from '../model/weights.ts';
import { emptyModel } from './empty-model.ts';

/** "DRM1" as little-endian bytes: Decidable ranking model, first layout. */
const MAGIC = 0x314d5244;

/** The bytes are not a model of this layout; the model has to be trained again. */
export class ModelFormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelFormatError';
  }
}

/** The JSON header. Its keys are stored, so they keep the names of the first release. */
interface Header {
  readonly revision: number;
  readonly clicks: number;
  readonly sessions: number;
  readonly vocabulary: readonly string[];
  readonly popularityAt: number;
  /** Names of the experts, in the order of the weights. */
  readonly voices: readonly string[];
  /** Names of the gate features, in the order of the weights. */
  readonly circumstances: readonly string[];
  readonly measured: number;
  readonly exponents: Readonly<Record<string, number>>;
  /** Absent in older models, which keep it in `exponents` under the name `price`. */
  readonly priceExponent?: number | null;
  readonly priceBandwidth: number;
  readonly contextKeys: readonly string[];
  /** Lengths of the arrays of item vectors; absent where the model has none. */
  readonly vectors?:
    | { readonly dimensions: number; readonly items: number; readonly moves: number }
    | undefined;
  /** The interacting columns. */
  readonly crossed?: Parameters['interaction'];
  /** Absent where no category has any. */
  readonly repeats?: Parameters['repeats'];
}

/**
 * A model as bytes: magic number, length of the header in UTF-16 units, the header as JSON, then the arrays of
 * numbers, 8-byte aligned, in fixed order: doubles, integers, floats. Chains and counts of the log are derived when the bytes are read.
 */
export function serialise(model: Model, registry: ExpertRegistry = EXPERTS): Uint8Array {
  const { log, vectors } = model;
  const header: Header = {
    revision: model.revision,
    clicks: log.clicks,
    sessions: log.sessions,
    vocabulary: model.vocabulary,
    popularityAt: model.popularityAt,
    voices: registry.experts.map(({ name }) => name),
    circumstances: FEATURES,
    measured: model.measured,
    exponents: model.parameters.exponents,
    priceExponent: model.parameters.priceExponent ?? null,
    priceBandwidth: model.parameters.priceBandwidth,
    contextKeys: [...model.contextClicks.keys()],
    crossed: model.parameters.interaction,
    repeats: model.parameters.repeats,
    vectors: vectors && {
      dimensions: vectors.dimensions,
      items: vectors.bias.length,
      moves: vectors.decay.length,
    },
  };
  const text = JSON.stringify(header);
  const items = model.vocabulary.length;
  const doubles: ArrayLike<number>[] = [
    log.endedAt.subarray(0, log.sessions),
    padded(model.popularity, items),
    model.parameters.revisit,
    model.weights.gate,
    model.weights.stated,
  ];
  const integers: ArrayLike<number>[] = [
    log.items.subarray(0, log.clicks),
    log.start.subarray(0, log.sessions + 1),
    ...[...model.contextClicks.values()].map((clicks) => padded(clicks, items)),
  ];
  const floats = vectors === undefined ? [] : [vectors.vectors, vectors.bias, vectors.decay];
  const begin = align(8 + text.length * 2);
  const doubleCount = doubles.reduce((sum, array) => sum + array.length, 0);
  const integerCount = integers.reduce((sum, array) => sum + array.length, 0);
  const floatCount = floats.reduce((sum, array) => sum + array.length, 0);
  const buffer = new ArrayBuffer(begin + doubleCount * 8 + (integerCount + floatCount) * 4);
  new Uint32Array(buffer, 0, 2).set([MAGIC, text.length]);
  const characters = new Uint16Array(buffer, 8, text.length);
  for (let k = 0; k < text.length; k++) characters[k] = text.charCodeAt(k);
  fill(new Float64Array(buffer, begin, doubleCount), doubles);
  fill(new Int32Array(buffer, begin + doubleCount * 8, integerCount), integers);
  fill(new Float32Array(buffer, begin + doubleCount * 8 + integerCount * 4, floatCount), floats);
  return new Uint8Array(buffer);
}

/** Sessions, items and characters per step of the generator, so that a step takes milliseconds. Set by hand. */
const SESSIONS_PER_STEP = 5_000;
const ITEMS_PER_STEP = 10_000;
const CHARACTERS_PER_STEP = 2 ** 18;
/** Arguments of one call that no engine refuses for lack of stack. Set by hand. */
const MAX_ARGUMENTS = 8192;

/**
 * Reads what {@link serialise} wrote, including models of earlier releases.
 *
 * @throws {ModelFormatError} for other bytes, incomplete bytes, or a model of experts that the registry lacks
 */
export const deserialise = (bytes: Uint8Array, registry?: ExpertRegistry): Model =>
  runToEnd(deserialiseInSteps(bytes, registry));

/** The same in steps. @throws {ModelFormatError} */
export function* deserialiseInSteps(
  bytes: Uint8Array,
  registry: ExpertRegistry = EXPERTS,
): Generator<void, Model> {
  // A copy, since the arrays must be aligned and the bytes may be a view of a larger buffer.
  const { buffer } = new Uint8Array(bytes);
  yield;
  if (buffer.byteLength < 8) throw new ModelFormatError('These bytes are too short to be a ranking model.');
  const [magic, length] = new Uint32Array(buffer, 0, 2);
  if (magic !== MAGIC || 8 + length! * 2 > buffer.byteLength) {
    throw new ModelFormatError('These bytes are no ranking model of this version.');
  }
  const header = JSON.parse(yield* textOf(new Uint16Array(buffer, 8, length!))) as Header;
  yield;
  const experts = numbersOf(
    header.voices,
    registry.experts.map(({ name }) => name),
  );
  const features = numbersOf(header.circumstances, FEATURES);
  if (experts.includes(-1) || features.includes(-1)) {
    throw new ModelFormatError('This ranking model was trained for other experts.');
  }
  const model = emptyModel(registry);
  const expectedBytes =
    8 * (header.sessions + header.vocabulary.length + model.parameters.revisit.length) +
    8 * experts.length * (features.length + 1) +
    4 * (header.clicks + header.sessions + 1 + header.contextKeys.length * header.vocabulary.length) +
    4 * floatsOf(header.vectors);
  if (align(8 + length! * 2) + expectedBytes !== buffer.byteLength) {
    throw new ModelFormatError('This ranking model is incomplete.');
  }
  const items = header.vocabulary.length;
  const begin = align(8 + length! * 2);
  let at = begin;
  const doubles = (count: number): Float64Array => {
    const array = new Float64Array(buffer, at, count);
    at += count * 8;
    return array;
  };
  const integers = (count: number): Int32Array => {
    const array = new Int32Array(buffer, at, count);
    at += count * 4;
    return array;
  };
  const endedAt = doubles(header.sessions);
  const popularity = doubles(items).slice();
  const revisit = doubles(model.parameters.revisit.length).slice();
  const weights = weightsAmong(
    registry,
    experts,
    features,
    doubles(experts.length * features.length),
    doubles(experts.length),
  );
  const clicks = integers(header.clicks);
  yield* readSessions(model, header, clicks, integers(header.sessions + 1), endedAt);
  for (const key of header.contextKeys) model.contextClicks.set(key, new Float32Array(integers(items)));
  return {
    ...model,
    vectors: vectorsAt(buffer, at, header.vectors),
    revision: header.revision,
    measured: header.measured,
    popularity,
    popularityAt: header.popularityAt,
    weights,
    parameters: {
      revisit,
      exponents: header.exponents,
      priceExponent:
        (header.priceExponent === undefined ? header.exponents.price : header.priceExponent) ?? undefined,
      priceBandwidth: header.priceBandwidth,
      interaction: header.crossed,
      ...(header.repeats && { repeats: header.repeats }),
    },
  };
}

/** Appends the stored sessions to the log of a model, and its items to its vocabulary. */
function* readSessions(
  { log, vocabulary, numbers }: Model,
  header: Header,
  clicks: Int32Array,
  start: Int32Array,
  endedAt: Float64Array,
): Generator<void, void> {
  reserve(log, header.clicks, header.sessions);
  for (let s = 0; s < header.sessions; s++) {
    append(log, clicks.subarray(start[s], start[s + 1]), endedAt[s]);
    if (s % SESSIONS_PER_STEP === SESSIONS_PER_STEP - 1) yield;
  }
  for (const [number, id] of header.vocabulary.entries()) {
    vocabulary.push(id);
    numbers.set(id, number);
    if (number % ITEMS_PER_STEP === ITEMS_PER_STEP - 1) yield;
  }
}

/** The text of UTF-16 code units. */
function* textOf(characters: Uint16Array): Generator<void, string> {
  let text = '';
  for (let k = 0; k < characters.length; k += CHARACTERS_PER_STEP) {
    for (let from = k; from < k + CHARACTERS_PER_STEP; from += MAX_ARGUMENTS) {
      // `apply`, since spreading iterates over the numbers one by one.
      const chunk = characters.subarray(from, from + MAX_ARGUMENTS) as unknown as number[];
      text += String.fromCharCode.apply(undefined, chunk);
    }
    yield;
  }
  return text;
}

/** Number of floats of the item vectors. */
const floatsOf = (stored: Header['vectors']): number =>
  stored === undefined ? 0 : (stored.dimensions + 1) * stored.items + stored.moves;

/** The item vectors at an offset. */
function vectorsAt(buffer: ArrayBuffer, offset: number, stored: Header['vectors']): ItemVectors | undefined {
  if (stored === undefined) return undefined;
  let at = offset;
  const floats = (count: number): Float32Array => {
    const array = new Float32Array(buffer, at, count).slice();
    at += count * 4;
    return array;
  };
  const { dimensions, items, moves } = stored;
  return { dimensions, vectors: floats(items * dimensions), bias: floats(items), decay: floats(moves) };
}

/** Index of each of the first names among the second, -1 if absent. */
const numbersOf = (names: readonly string[], among: readonly string[]): number[] =>
  names.map((name) => among.indexOf(name));

/**
 * Stored weights in the current order. An expert that was added later gets almost no weight, and a later feature no
 * effect, until the model is trained again.
 *
 * @param registry the current experts
 * @param experts current number of each stored expert
 * @param features current index of each stored feature
 */
function weightsAmong(
  registry: ExpertRegistry,
  experts: readonly number[],
  features: readonly number[],
  storedGate: Float64Array,
  storedStated: Float64Array,
): Weights {
  const gate = gateOf(new Float64Array(registry.count), registry);
  const stated = new Float64Array(registry.count);
  experts.forEach((expert, e) => {
    stated[expert] = storedStated[e];
    features.forEach((feature, f) => {
      gate[expert * FEATURE_COUNT + feature] = storedGate[e * features.length + f];
    });
  });
  return { gate, stated };
}

const align = (bytes: number): number => Math.ceil(bytes / 8) * 8;

function padded(array: Float64Array | Float32Array, length: number): Float64Array {
  const copy = new Float64Array(length);
  copy.set(array.subarray(0, length));
  return copy;
}

function fill(into: Float64Array | Int32Array | Float32Array, arrays: readonly ArrayLike<number>[]): void {
  let at = 0;
  for (const array of arrays) {
    into.set(array, at);
    at += array.length;
  }
}
