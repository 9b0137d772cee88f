import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PackedDecision } from '../ports/outcomes.ts';
import { ByteReader, ByteWriter } from './byte-writer.ts';

/*
 * A decision as bytes. As JSON a list of twenty products took more than an index page of SQLite holds of a row, and so
 * a page of 4 kB of its own (docs/design/storage.md, decisions). In order:
 *
 *   the version of this form · the digest (32 bytes) · how many products · how many factors, and the code of each ·
 *   of each product: the difference of its score to the one before it in units of 10^-12, as an even number where it is
 *   not above it, else as an odd one; the share of each factor but the last in its score, in units of 1/16383 ·
 *   0 · the rest as JSON: [sequence, catalogue version, model version, request, personas, ids, synonyms], or
 *   1 · the same, deflated
 *
 * Numbers are written seven bits a byte. Ids are null where the store keeps the numbers of the products instead.
 * Synonyms are absent where none applied.
 */
const VERSION = 1;

/** The code of a factor is its place here: names are added at the end, and none is taken away. */
export const FACTOR_CODES: readonly string[] = [
  'relevance',
  'category',
  'brand',
  'attribute',
  'price',
  'keyword',
  'persona',
  'revisit',
  'sequence',
  'co-visited',
  'catalogue',
  'context',
  'popularity',
  'prior',
  'order',
  'dismissed',
  'constraint',
  'match',
  'availability',
  'aside',
  'variety',
  'meaning',
];
const CODE_OF: ReadonlyMap<string, number> = new Map(FACTOR_CODES.map((name, code) => [name, code]));

/** Decimal places of scores, as in answers. */
const UNITS = 1e12;
/** Whole shares of a score: two bytes for the most of them, and a step of .006 % of the score. Set by hand. */
const SHARES = 16_383;
/** Bytes of JSON above which it is deflated: most lists of the catalogue are below. Set by hand. */
const LONG = 400;
const DIGEST_BYTES = 32;

/** What is needed to rank again. */
export interface ReplayFacts {
  readonly sequence: number | null;
  readonly catalogueVersion: string | null;
  readonly modelVersion: string;
  /** SHA-256 of what was sent; 64 hexadecimal digits. */
  readonly digest: string;
  readonly personas?: unknown;
  readonly synonyms?: unknown;
  readonly meaning?: unknown;
  /** The body of the request as JSON. */
  readonly request: string;
}

/** A ranked product. Contributions of one factor lie together and add up to the score. */
export interface PackedItem {
  readonly id: string;
  readonly score: number;
  readonly scoreBreakdown: readonly { readonly factor: string; readonly contribution: number }[];
}

const out = new ByteWriter();
/** `[factor]`: the contributions of the product that is being written, in the order of the factors' codes. */
const byFactor = new Float64Array(FACTOR_CODES.length);

/**
 * Packs a decision; `undefined` for a list that this form cannot hold, such as one with a negative score.
 *
 * @param areKnown whether all products are those of the catalogue, so that the store may number them
 */
export function packDecision(
  facts: ReplayFacts,
  items: readonly PackedItem[],
  areKnown: boolean,
): Pick<PackedDecision, 'packed' | 'items'> | undefined {
  const codes = factorsOf(items);
  if (codes === undefined) return undefined;
  out.begin().byte(VERSION).hex(facts.digest).number(items.length).number(codes.length);
  for (const code of codes) out.byte(code);
  let before = 0;
  for (const { score, scoreBreakdown } of items) {
    const units = Math.round(score * UNITS);
    if (!(units >= 0 && units <= UNITS)) return undefined;
    out.number(units > before ? 2 * (units - before) + 1 : 2 * (before - units));
    before = units;
    if (!writeShares(scoreBreakdown, codes)) return undefined;
  }
  const ids = items.map(({ id }) => id);
  const { sequence, catalogueVersion, modelVersion, personas = null, synonyms, meaning, request } = facts;
  const head = JSON.stringify([sequence, catalogueVersion, modelVersion]).slice(0, -1);
  const more = meaning === undefined ? [synonyms] : [synonyms ?? null, meaning];
  const last = more.map((each) => (each === undefined ? '' : `,${JSON.stringify(each)}`)).join('');
  const rest = `${head},${request},${JSON.stringify(personas)},${areKnown ? 'null' : JSON.stringify(ids)}${last}]`;
  if (rest.length <= LONG) out.byte(0).text(rest);
  else out.byte(1).bytes(deflateRawSync(rest));
  return { packed: out.taken(), items: areKnown ? ids : null };
}

/** The codes of all factors of a list, ascending; `undefined` where one has none. */
function factorsOf(items: readonly PackedItem[]): number[] | undefined {
  let found = 0;
  for (const { scoreBreakdown } of items) {
    for (let k = 0; k < scoreBreakdown.length; k++) {
      const code = CODE_OF.get(scoreBreakdown[k].factor);
      if (code === undefined) return undefined;
      found |= 1 << code;
    }
  }
  // Lists without breakdowns have none.
  return found === 0 ? [] : [...FACTOR_CODES.keys()].filter((code) => found & (1 << code));
}

/** Writes the shares of a product, each the difference of two rounded sums, so that they add up. */
function writeShares(breakdown: PackedItem['scoreBreakdown'], codes: readonly number[]): boolean {
  byFactor.fill(0);
  let total = 0;
  for (let k = 0; k < breakdown.length; k++) {
    const { factor, contribution } = breakdown[k];
    if (!(contribution >= 0)) return false;
    const code = CODE_OF.get(factor)!;
    byFactor[code] = byFactor[code] + contribution;
    total += contribution;
  }
  let sum = 0;
  let written = 0;
  for (let k = 0; k < codes.length - 1; k++) {
    sum += byFactor[codes[k]];
    const upTo = total === 0 ? 0 : Math.round(Math.min(1, sum / total) * SHARES);
    out.number(upTo - written);
    written = upTo;
  }
  return true;
}

/** An unpacked decision, as JSON. */
export interface UnpackedDecision {
  readonly replay: string;
  readonly ranked: string;
}

/**
 * Unpacks a decision: scores as they were sent, contributions to 1/16383 of the score, adding up to it.
 *
 * @param at the time of the decision; ms since the epoch
 * @param ids the products, where the store keeps their numbers
 * @throws RangeError for bytes of another version, or that end too early
 */
export function unpackDecision(
  packed: Uint8Array,
  at: number,
  ids: readonly string[] | undefined,
): UnpackedDecision {
  const bytes = new ByteReader(packed);
  const version = bytes.byte();
  if (version !== VERSION) throw new RangeError(`A decision has the form ${version}, which is not known.`);
  const digest = bytes.hex(DIGEST_BYTES);
  const count = bytes.number();
  const factors = Array.from({ length: bytes.number() }, () => FACTOR_CODES[bytes.byte()]);
  let units = 0;
  const figures: (readonly [number, Readonly<Record<string, number>>])[] = [];
  for (let i = 0; i < count; i++) {
    const step = bytes.number();
    units += step % 2 === 1 ? (step - 1) / 2 : -step / 2;
    figures.push([units / UNITS, contributionsOf(bytes, factors, units)]);
  }
  const rest = bytes.byte() === 0 ? bytes.rest() : inflateRawSync(bytes.rest());
  const [sequence, catalogueVersion, modelVersion, request, personas, inText, synonyms, meaning] = JSON.parse(
    Buffer.from(rest).toString(),
  ) as [unknown, unknown, unknown, unknown, unknown, readonly string[] | null, unknown, unknown];
  const named = inText ?? ids ?? [];
  const record = { at, sequence, catalogueVersion, modelVersion, digest };
  return {
    replay: JSON.stringify({
      ...record,
      ...(personas !== null && { personas }),
      ...(synonyms != null && { synonyms }),
      ...(meaning !== undefined && { meaning }),
      request,
    }),
    ranked: JSON.stringify(figures.map(([score, contributions], i) => [named[i], score, contributions])),
  };
}

function contributionsOf(
  bytes: ByteReader,
  factors: readonly string[],
  units: number,
): Record<string, number> {
  const contributions: Record<string, number> = {};
  let shares = 0;
  let before = 0;
  for (const [k, factor] of factors.entries()) {
    shares = k === factors.length - 1 ? SHARES : shares + bytes.number();
    // The product of a score near 1 is not exact: the last factor has what is left.
    const upTo = shares === SHARES ? units : Math.round((units * shares) / SHARES);
    if (upTo > before) contributions[factor] = (upTo - before) / UNITS;
    before = upTo;
  }
  return contributions;
}
