import type { Tried } from './confusion.ts';
import { CHEATS, type Fill } from './fills.ts';

/** Differences in bits below this are rounding. */
const ROUNDING = 1e-6;

/** One kind of repair over all files. */
export interface KindSummary {
  readonly fill: Fill;
  readonly tried: number;
  /** Cases in which the file could tell, and the share of them that is judged right. */
  readonly judged: number;
  readonly right: number;
  /** Cases in which the headline is above that of the honest repair of the same cells. */
  readonly aboveHonest: number;
  /** Cases in which it is above the honest one times the share of true cells. */
  readonly aboveTruth: number;
  /** Mean of the headline over that of the honest repair, and mean share of truth. */
  readonly paid: number;
  readonly truth: number;
}

export function summaries(tried: readonly Tried[]): KindSummary[] {
  return [...Map.groupBy(tried, ({ fill }) => fill)].map(([fill, own]) => {
    const judged = own.filter(({ isRight }) => isRight !== undefined);
    const paying = own.filter(({ honest }) => honest.bitsGained > ROUNDING);
    const mean = (of: (each: Tried) => number, all: readonly Tried[]) =>
      all.reduce((sum, each) => sum + of(each), 0) / Math.max(1, all.length);
    return {
      fill,
      tried: own.length,
      judged: judged.length,
      right: mean(({ isRight }) => (isRight ? 1 : 0), judged),
      aboveHonest: own.filter(isAboveHonest).length,
      aboveTruth: own.filter((each) => excess(each, each.truth) > 0).length,
      paid: mean(({ bitsGained, honest }) => bitsGained / honest.bitsGained, paying),
      truth: mean(({ truth }) => truth, own),
    };
  });
}

export function isAboveHonest(each: Tried): boolean {
  return CHEATS.includes(each.fill) && excess(each, 1) > 0;
}

function excess({ bitsGained, moved, honest }: Tried, share: number): number {
  return Math.max(
    bitsGained - share * Math.max(0, honest.bitsGained) - ROUNDING,
    moved - share * Math.max(0, honest.moved) - ROUNDING,
  );
}

/** By kind: cases, share judged right, headline; then the files in which a cheat gains more than the honest repair. */
export function confusionTable(tried: readonly Tried[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(9);
  const number = (count: number) => `${count}`.padStart(7);
  const lines = [
    'kind              tried judged    right  >honest >truth     paid    truth',
    ...summaries(tried).map(
      ({ fill, tried: all, judged, right, aboveHonest, aboveTruth, paid, truth }) =>
        `${fill.padEnd(16)}${number(all)}${number(judged)}${judged === 0 ? '        -' : percent(right)}${number(aboveHonest)}${number(aboveTruth)}${percent(paid)}${percent(truth)}`,
    ),
  ];
  const above = Map.groupBy(tried.filter(isAboveHonest), ({ file }) => file);
  const files = new Set(tried.map(({ file }) => file)).size;
  lines.push(
    '',
    `A cheat gains more than the honest repair of the same cells in ${above.size} of ${files} files.`,
  );
  for (const [file, own] of above)
    lines.push(`  ${file}: ${own.map(({ column, fill }) => `${column} (${fill})`).join(', ')}`);
  return lines.join('\n');
}
