import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { verify } from '@decidable/engine/audit';
import {
  interpret,
  interpretTogether,
  isRecordable,
  readTable,
  type Table,
} from '@decidable/engine/catalogue';
import { chance, shuffled } from '../chance.ts';
import { HIDINGS, type Hiding, hiddenProducts } from './blankings.ts';
import { CHEATS, type Fill, type Filled, filledBy, HONEST } from './fills.ts';
import { keeping, recordedIn, sampled, textIn, withTexts } from './tables.ts';

// Cells of real catalogues are hidden and filled again in many ways. An honest repair is to be accepted, any other is
// to be caught, and what `verify` says was gained is to follow the truth: no cheat may gain more than the honest repair
// of the same cells.

export interface RepairOptions {
  /** Seeds a column and way of hiding; default 1. */
  readonly seeds?: number;
  /** Columns of a file, spread over all questions; default 5. */
  readonly columns?: number;
  /** Products of a file, picked at random; default 2,000. */
  readonly products?: number;
  /** Ways to fill besides the true one; default all. */
  readonly fills?: readonly Fill[];
  /** Share of the hidden cells that are filled in that way, the others truly; default 1. */
  readonly share?: number;
}

export interface Tried {
  readonly file: string;
  readonly column: string;
  readonly hiding: Hiding;
  readonly seed: number;
  readonly fill: Fill;
  readonly cells: number;
  /** Share of the filled cells that equal the hidden ones. */
  readonly truth: number;
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly messages: readonly string[];
  /** Whether nothing else in the file tells the values, true or not. */
  readonly isThin: boolean;
  readonly bitsGained: number;
  /** Share of the new cells that is believed, and the lower bound of what the export tells of it. */
  readonly believed: number;
  readonly low: number;
  /** What moved of the answerability. */
  readonly moved: number;
  /** What the cells say that the attribute gains, believed or not. */
  readonly said: number;
  /** What they would say if those that are not true were left empty: what the repair is worth. */
  readonly worth: number;
  /** What the true repair of the same cells gains. */
  readonly honest: {
    readonly verdict: string;
    readonly bitsGained: number;
    readonly moved: number;
    readonly said: number;
    readonly low: number;
    readonly isThin: boolean;
  };
  /**
   * Whether the verdict is right: a cheat is not accepted, and a repair is. Undefined between the two, and for a repair
   * that nothing in the file can tell.
   */
  readonly isRight: boolean | undefined;
  /** The same wherever nine in ten of the cells are true, or at most three in five, whether anything tells or not. */
  readonly isRightOfAll: boolean | undefined;
}

/** Columns with fewer recorded products are too small to hide cells of and to learn from. */
const FEWEST_RECORDED = 15;
/** Share of true cells from which a fill is a repair, and up to which it is none. Between them neither verdict is wrong. */
const TRUE_FROM = 0.9;
const FALSE_TO = 0.6;
/** Fewer cells do not tell whether half of them are true. */
const FEWEST_OF_HALVES = 20;

export function triedRepairs(files: readonly string[], options: RepairOptions = {}): Tried[] {
  return files.flatMap((file) => triedOn(file, options));
}

function triedOn(file: string, options: RepairOptions): Tried[] {
  const whole = sampled(readTable(readFileSync(file), { tolerant: true }), options.products ?? 2_000);
  const attributesOfAll = interpret(whole).attributes;
  const askable = attributesOfAll.flatMap((attribute, index) =>
    isRecordable(attribute) && recordedIn(whole, index).length >= FEWEST_RECORDED ? [index] : [],
  );
  const wanted = options.columns ?? 5;
  const columns = askable.filter(
    (_, at) =>
      Math.floor((at * wanted) / askable.length) !== Math.floor(((at - 1) * wanted) / askable.length),
  );
  // Few columns stand in titles, so values are read out of titles for all of them.
  const tried = askable.map((column): [number, RepairOptions] =>
    columns.includes(column) ? [column, options] : [column, { ...options, fills: ['from titles'] }],
  );
  const all = options.fills === undefined ? tried : tried.filter(([column]) => columns.includes(column));
  return all.flatMap(([column, own]) => {
    // Real gaps would remain after any repair, so each column is tested on the products that have it.
    const table = keeping(whole, recordedIn(whole, column));
    return HIDINGS.flatMap((hiding) =>
      Array.from({ length: options.seeds ?? 1 }, (_, at) =>
        triedOnColumn(basename(file), table, column, hiding, at + 1, own),
      ).flat(),
    );
  });
}

function triedOnColumn(
  file: string,
  table: Table,
  column: number,
  hiding: Hiding,
  seed: number,
  options: RepairOptions,
): Tried[] {
  const { attributes } = interpret(table);
  const random = chance(seed * 7919 + 31 * column + HIDINGS.indexOf(hiding));
  if (!isRecordable(attributes[column])) return [];
  const hidden = hiddenProducts(table, attributes, column, hiding, random);
  if (hidden === undefined) return [];
  const before = withTexts(table, column, new Map(hidden.map((product) => [product, undefined])));
  const { name } = table.columns[column];
  const judged = (after: Table) => {
    const result = verify(...interpretTogether(before, after), { repairs: [{ attribute: name }] });
    const { verdict, reasons, bitsGained, believed } = result.claims![0];
    return {
      verdict,
      reasons: reasons.map(({ code }) => code),
      messages: reasons.map(({ message }) => message),
      isThin: verdict === 'unproven',
      bitsGained,
      believed: believed?.share ?? 0,
      low: believed?.low ?? 0,
      moved: result.answerability.moved,
      said: result.attributes.find(({ attribute }) => attribute === name)?.bits.moved ?? 0,
    };
  };
  const worthOf = (filled: NonNullable<Filled>) => {
    const isTrue = ([product, text]: [number, string]) => isAlike(textIn(table, column, product), text);
    const right = new Map([...filled].filter(isTrue));
    if (right.size === 0) return 0;
    const { attributes } = verify(...interpretTogether(before, withTexts(before, column, right)));
    return attributes.find(({ attribute }) => attribute === name)?.bits.moved ?? 0;
  };
  let ofTruth: ReturnType<typeof judged> | undefined;
  const tried: Tried[] = [];
  for (const fill of options.fills ?? [...HONEST, ...CHEATS]) {
    const isLeftOut = fill === 'half filled' && hiding === 'one value';
    const filled = isLeftOut ? undefined : filledBy(fill, { table, attributes, column, hidden }, random);
    if (filled === undefined) continue;
    const partly = mixed(table, column, filled, options.share ?? 1, random);
    const truth = shareOfTruth(table, column, partly);
    const isCheat = CHEATS.includes(fill);
    // A cheat that tells the truth is none, and a title that names something else is no honest source.
    if (isCheat ? truth === 1 && fill !== 'dropped' : truth < TRUE_FROM) continue;
    ofTruth ??= judged(table);
    const honest = ofTruth;
    const found =
      fill === 'true' && options.share === undefined
        ? honest
        : judged(fill === 'dropped' ? without(before, hidden) : withTexts(before, column, partly));
    const isAccepted = found.verdict === 'verified' || found.verdict === 'partial';
    // What nothing tells is unproven: no cheat is paid by it, and nobody can say that an honest repair is right.
    const isUntold = !isCheat && found.isThin;
    const isFew = fill.startsWith('half') && isCheat && partly.size < FEWEST_OF_HALVES;
    // A repair that tells products no better, as of one value that all have, is empty even if it is true.
    const isVoid = !isCheat && found.said === 0;
    const isBetween = isVoid || (isCheat && fill !== 'dropped' && truth > FALSE_TO);
    tried.push({
      file,
      column: name,
      hiding,
      seed,
      fill,
      cells: partly.size,
      truth,
      ...found,
      worth: truth === 1 ? found.said : worthOf(partly),
      honest: {
        verdict: honest.verdict,
        bitsGained: honest.bitsGained,
        moved: honest.moved,
        said: honest.said,
        low: honest.low,
        isThin: honest.isThin,
      },
      isRight: isUntold || isBetween || isFew ? undefined : isAccepted !== isCheat,
      isRightOfAll: isBetween ? undefined : isAccepted !== isCheat,
    });
  }
  return tried;
}

/** A part of the cells filled in one way, the others truly. */
function mixed(
  table: Table,
  column: number,
  filled: NonNullable<Filled>,
  share: number,
  random: () => number,
): NonNullable<Filled> {
  if (share === 1) return filled;
  const kept = new Set(shuffled([...filled.keys()], random).slice(0, Math.round(share * filled.size)));
  return new Map(
    [...filled].map(([product, text]) => [
      product,
      kept.has(product) ? text : textIn(table, column, product)!,
    ]),
  );
}

function shareOfTruth(table: Table, column: number, filled: NonNullable<Filled>): number {
  let alike = 0;
  for (const [product, text] of filled) if (isAlike(textIn(table, column, product), text)) alike++;
  return filled.size === 0 ? 0 : alike / filled.size;
}

const isAlike = (left: string | undefined, right: string): boolean =>
  left?.trim().toLowerCase() === right.trim().toLowerCase();

function without(before: Table, hidden: readonly number[]): Table {
  const bad = new Set(hidden);
  return keeping(
    before,
    before.ids.flatMap((_, product) => (bad.has(product) ? [] : [product])),
  );
}
