import { FACTORS, type FactorName, type RankedItem } from '@decidable/engine/ranking';
import { JsonWriter, piece } from '../json/json-writer.ts';
import { whyOf } from './reason-text.ts';

const BEGIN = piece('[');
const NEXT = piece(',');
const END = piece(']');

const ID = piece('{"id":');
const RANK = piece(',"rank":');
const SCORE = piece(',"score":');
const BREAKDOWN = piece(',"scoreBreakdown":');
const WHY = piece(',"why":');
const UNAVAILABLE = piece(',"available":false');
const VARIANTS = piece(',"variants":');
const ITEM_END = piece('}');

const FACTOR: ReadonlyMap<FactorName, Uint8Array> = new Map(
  FACTORS.map((factor) => [factor, piece(`{"factor":"${factor}","signal":`)]),
);
const MATCHED = piece(',"matched":');
const WEIGHT = piece(',"weight":');
const VALUE = piece(',"value":');
const CONTRIBUTION = piece(',"contribution":');
const TIER = piece(',"tier":');

const out = new JsonWriter();

/** Factors of a breakdown whose weights are remembered; most have fewer. Set by hand. */
const REMEMBERED = 32;
/**
 * The last weight at each place of the breakdowns of a list, and where it was written. An expert weighs all products alike
 * as a rule, and a number is cheaper to copy than to write.
 */
const weights = new Float64Array(REMEMBERED);
const weightFrom = new Int32Array(REMEMBERED);
const weightTo = new Int32Array(REMEMBERED);

function writeWeight(weight: number, place: number): void {
  if (place >= REMEMBERED) {
    out.piece(WEIGHT).figure(weight);
  } else if (weight === weights[place]) {
    out.again(weightFrom[place], weightTo[place]);
  } else {
    weights[place] = weight;
    weightFrom[place] = out.length;
    out.piece(WEIGHT).figure(weight);
    weightTo[place] = out.length;
  }
}

/** What items have beside their ids, ranks and scores. */
export interface ListOptions<Item> {
  /** Whether they have breakdowns and reasons; true when absent. */
  readonly explain?: boolean | undefined;
  /** Writes the fields that only this endpoint has, each after a comma. */
  readonly more?: (item: Item, out: JsonWriter) => void;
  /** The id of an item in the response. */
  readonly idOf?: (item: Item) => string;
}

/** Items that are written at once: one or two ms. Set by hand. */
const ITEMS_A_STEP = 100;

/**
 * Writes the ranked list of a response as JSON, in steps. These bytes are hashed and sent, and a replay must reproduce them.
 */
export function* listJson<Item extends RankedItem>(
  items: readonly Item[],
  options: ListOptions<Item> = {},
): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  for (let from = 0; from === 0 || from < items.length; from += ITEMS_A_STEP) {
    if (from > 0) yield;
    out.begin().piece(from === 0 ? BEGIN : NEXT);
    writeItems(items.slice(from, from + ITEMS_A_STEP), options);
    if (from + ITEMS_A_STEP >= items.length) out.piece(END);
    parts.push(out.taken());
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

function writeItems<Item extends RankedItem>(
  items: readonly Item[],
  { explain = true, more = () => {}, idOf = ({ id }) => id }: ListOptions<Item>,
): void {
  weights.fill(Number.NaN);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (i > 0) out.piece(NEXT);
    const { rank, score, available, variants } = item;
    out.piece(ID).string(idOf(item)).piece(RANK).number(rank).piece(SCORE).figure(score);
    if (explain) writeReasons(item);
    if (available === false) out.piece(UNAVAILABLE);
    if (variants !== undefined) out.piece(VARIANTS).number(variants);
    more(item, out);
    out.piece(ITEM_END);
  }
}

function writeReasons(item: RankedItem): void {
  const { scoreBreakdown } = item;
  out.piece(BREAKDOWN).piece(BEGIN);
  for (let k = 0; k < scoreBreakdown.length; k++) {
    const { factor, signal, matched, weight, value, contribution, tier } = scoreBreakdown[k];
    if (k > 0) out.piece(NEXT);
    out.piece(FACTOR.get(factor)!).string(signal);
    if (matched !== undefined) out.piece(MATCHED).string(matched);
    writeWeight(weight, k);
    out.piece(VALUE).figure(value).piece(CONTRIBUTION).figure(contribution);
    if (tier !== undefined) out.piece(TIER).number(tier);
    out.piece(ITEM_END);
  }
  out.piece(END).piece(WHY).string(whyOf(item));
}
