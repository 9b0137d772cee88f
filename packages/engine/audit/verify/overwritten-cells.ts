import { mendMojibake } from '../../catalogue/damage/mojibake.ts';
import { decideDayOrder, isDayOfYear, readDate } from '../../catalogue/numbers/dates.ts';
import type { Attribute } from '../../catalogue/types.ts';
import {
  MAX_CHANGED_COMPARED,
  MIN_DAMAGED_SHARE,
  MIN_MOVED_SHARE,
  MIN_OVERWRITTEN,
  MIN_OVERWRITTEN_SHARE,
} from '../constants.ts';
import { cellLabel } from '../display/cell-label.ts';
import type { CellChanges } from './cell-changes.ts';
import type { PairedAttribute } from './export-pairing.ts';

/** What overwritten cells look like, if they look like a known accident. */
export type Damage = 'mojibake' | 'scientific' | 'dates' | 'cut off' | 'rounded' | 'moved';

/** Recorded cells of one attribute that hold another value now. */
export interface OverwrittenCells {
  readonly cells: number;
  /** Share of the cells that were recorded before, 0 to 1. */
  readonly share: number;
  readonly damage?: Damage;
}

type Change = readonly [before: string, after: string];

/**
 * The recorded cells that were overwritten, where they are more than single corrections: the earlier export is the witness.
 * Undefined for few of them, and where each value was given another name everywhere.
 */
export function overwrittenCells(
  { before, after }: PairedAttribute,
  { changed, recordedBefore }: CellChanges,
): OverwrittenCells | undefined {
  const share = changed.length / Math.max(1, recordedBefore);
  if (changed.length < MIN_OVERWRITTEN || share <= MIN_OVERWRITTEN_SHARE) return undefined;
  const changes = changed
    .slice(0, MAX_CHANGED_COMPARED)
    .map(
      (product): Change => [cellLabel(before, before.cell[product]), cellLabel(after, after.cell[product])],
    );
  const damage =
    unmistakableDamage(changes) ?? (areRenamed(before, after) ? 'renamed' : likelyDamage(changes));
  if (damage === 'renamed') return undefined;
  return { cells: changed.length, share, ...(damage === undefined ? {} : { damage }) };
}

const areMostly = (changes: readonly Change[], holds: (change: Change) => boolean): boolean =>
  changes.filter(holds).length >= MIN_DAMAGED_SHARE * changes.length;

/** Damage that nobody does on purpose, not even to every value alike. */
function unmistakableDamage(changes: readonly Change[]): Damage | undefined {
  if (areMostly(changes, isMojibake)) return 'mojibake';
  if (areMostly(changes, isScientific)) return 'scientific';
  return areMostly(changes, becameDate) ? 'dates' : undefined;
}

function likelyDamage(changes: readonly Change[]): Damage | undefined {
  if (areMostly(changes, isCutOff)) return 'cut off';
  if (areMostly(changes, isRounded)) return 'rounded';
  return areMoved(changes) ? 'moved' : undefined;
}

/** UTF-8 that was read as Windows-1252, or characters that an encoding lacks. */
const isMojibake = ([before, after]: Change): boolean =>
  after.includes('\ufffd')
    ? !before.includes('\ufffd')
    : after.toLowerCase() !== before.toLowerCase() &&
      mendMojibake(after).text.toLowerCase() === before.toLowerCase();

/** `4006381333931` that became `4.00638E+12`. */
const isScientific = ([before, after]: Change): boolean =>
  /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(after) && !/e\+?\d+$/i.test(before) && Number(before) > 0;

/** `3/4` that became `4 March 2026`, or `2026-03-04`. */
const becameDate = ([before, after]: Change): boolean => isDate(after) && !isDate(before);

const isDate = (text: string): boolean =>
  isDayOfYear(text) || readDate(text, decideDayOrder([text])) !== undefined;

const isCutOff = ([before, after]: Change): boolean =>
  after.length < before.length &&
  Number.isNaN(Number(before)) &&
  before.startsWith(after.replace(/(?:…|\.\.\.)$/, ''));

/** A number with fewer digits behind the point that is nearest to what stood there. */
function isRounded([before, after]: Change): boolean {
  const decimals = (text: string) => /[.,](\d+)/.exec(text)?.[1].length ?? 0;
  const [was, is] = [before, after].map((text) => Number.parseFloat(text.replace(',', '.')));
  if (Number.isNaN(was) || Number.isNaN(is) || decimals(after) >= decimals(before)) return false;
  return Math.abs(was - is) <= 0.5 * 10 ** -decimals(after) + 1e-9;
}

/** Whether the same values stand at other products, as where one column was sorted or shifted alone. */
function areMoved(changes: readonly Change[]): boolean {
  const counts = new Map<string, number>();
  for (const [before] of changes) counts.set(before, (counts.get(before) ?? 0) + 1);
  if (counts.size < MIN_OVERWRITTEN) return false;
  let same = 0;
  for (const [, after] of changes) {
    const left = counts.get(after) ?? 0;
    if (left === 0) continue;
    counts.set(after, left - 1);
    same++;
  }
  return same >= MIN_MOVED_SHARE * changes.length;
}

/**
 * Whether every value stays, or became one other value wherever it stood: several cells of each, and hardly two into one.
 */
function areRenamed(before: Attribute, after: Attribute): boolean {
  const names = new Map<number, number>();
  const changed = new Set<number>();
  let cells = 0;
  for (let product = 0; product < before.cell.length; product++) {
    const [was, is] = [before.cell[product], after.cell[product]];
    if (was < 0 || is < 0) continue;
    if ((names.get(was) ?? is) !== is) return false;
    names.set(was, is);
    if (was === is) continue;
    changed.add(was);
    cells++;
  }
  return cells >= 2 * changed.size && 2 * new Set(names.values()).size >= names.size;
}
