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
  /** Share that is judged right of all cases, those that nothing tells included. */
  readonly rightOfAll: number;
  /** Cases in which the claim gains more bits than the honest repair of the same cells. */
  readonly aboveHonest: number;
  /** Cases in which the share of answered bits moves more. */
  readonly movedAboveHonest: number;
  /**
   * Mean of the bits gained over those of the honest repair; of those that the true cells alone would gain over all; of the
   * difference of both in either direction; and mean share of true cells. Bits are no count of cells: half of the true cells
   * alone, the others empty, are worth a third.
   */
  readonly paid: number;
  readonly worth: number;
  readonly off: number;
  readonly truth: number;
}

export function summaries(tried: readonly Tried[]): KindSummary[] {
  return [...Map.groupBy(tried, ({ fill }) => fill)].map(([fill, own]) => {
    const judged = own.filter(({ isRight }) => isRight !== undefined);
    const paying = own.filter(({ honest }) => honest.bitsGained > ROUNDING);
    const paidOf = ({ bitsGained, honest }: Tried) => bitsGained / honest.bitsGained;
    const worthOf = ({ worth, honest }: Tried) => worth / honest.said;
    const mean = (of: (each: Tried) => number, all: readonly Tried[]) =>
      all.reduce((sum, each) => sum + of(each), 0) / Math.max(1, all.length);
    return {
      fill,
      tried: own.length,
      judged: judged.length,
      right: mean(({ isRight }) => (isRight ? 1 : 0), judged),
      rightOfAll: mean(
        ({ isRightOfAll }) => (isRightOfAll ? 1 : 0),
        own.filter(({ isRightOfAll }) => isRightOfAll !== undefined),
      ),
      aboveHonest: own.filter(isAboveHonest).length,
      movedAboveHonest: own.filter(movesAboveHonest).length,
      paid: mean(paidOf, paying),
      worth: mean(worthOf, paying),
      off: mean((each) => Math.abs(paidOf(each) - worthOf(each)), paying),
      truth: mean(({ truth }) => truth, own),
    };
  });
}

export function isAboveHonest({ fill, bitsGained, honest }: Tried): boolean {
  return CHEATS.includes(fill) && bitsGained - Math.max(0, honest.bitsGained) > ROUNDING;
}

export function movesAboveHonest({ fill, moved, honest }: Tried): boolean {
  return CHEATS.includes(fill) && moved - Math.max(0, honest.moved) > ROUNDING;
}

/** By kind: cases, share judged right, headline; then the files in which a cheat gains more than the honest repair. */
export function confusionTable(tried: readonly Tried[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(9);
  const number = (count: number) => `${count}`.padStart(7);
  const row = (name: string, { tried: all, judged, ...own }: KindSummary) =>
    [
      name.padEnd(16),
      number(all),
      number(judged),
      judged === 0 ? '        -' : percent(own.right),
      percent(own.rightOfAll),
      number(own.aboveHonest),
      number(own.movedAboveHonest),
      percent(own.paid),
      percent(own.worth),
      percent(own.off),
      percent(own.truth),
    ].join('');
  const part = (isOneValue: boolean) =>
    summaries(tried.filter(({ hiding }) => (hiding === 'one value') === isOneValue)).map((own) =>
      row(own.fill, own),
    );
  const lines = [
    'kind              tried judged    right   of all  >bits >moved     paid    worth      off    truth',
    ...part(false),
    'of one value',
    ...part(true),
  ];
  const files = new Set(tried.map(({ file }) => file)).size;
  const hidden = tried.filter(({ hiding }) => hiding !== 'one value');
  for (const [what, isAbove] of [
    ['gains more bits', isAboveHonest],
    ['moves the headline more', movesAboveHonest],
  ] as const) {
    const above = Map.groupBy(hidden.filter(isAbove), ({ file }) => file);
    lines.push(
      '',
      `A cheat ${what} than the honest repair of the same cells in ${above.size} of ${files} files.`,
    );
    for (const [file, own] of above)
      lines.push(`  ${file}: ${own.map(({ column, fill }) => `${column} (${fill})`).join(', ')}`);
  }
  return lines.join('\n');
}
