import { grid } from '../report.ts';
import type { LabelShares, Share } from './label-shares.ts';

const SHARES = ['recommended', 'questions', 'asked', 'numbers'] as const;

/**
 * The shares of each file and of all, then the columns that are judged wrong, by name.
 *
 * @param withHeldOut whether the wrong columns of the files that are held out are named too
 */
export function labelTable(files: readonly LabelShares[], withHeldOut: boolean): string {
  const open = files.filter(({ heldOut }) => !heldOut);
  const heldOut = files.filter((file) => file.heldOut);
  const total = (name: string, of: readonly LabelShares[]) => [
    name,
    ...SHARES.map((share) => ratio(sum(of.map((file) => file[share])))),
    `${of.filter(({ fault }) => fault !== undefined).length} of ${of.length}`,
  ];
  const lines = [
    'Labels: of the first ten recommendations, and of all questions, the share of recordable facts; of the attributes',
    'the share that is asked; of the measures the share that is read as numbers. A file with * is held out.',
    '',
    grid(
      ['file', ...SHARES, 'refused or collapsed'],
      [
        ...files.map((file) => [
          `${file.file}${file.heldOut ? ' *' : ''}`,
          ...SHARES.map((share) => ratio(file[share])),
          file.fault ?? '',
        ]),
        total('all', files),
        total('open', open),
        total('held out *', heldOut),
      ],
    ),
  ];
  for (const share of SHARES) {
    lines.push('', `Wrong (${share}):`);
    for (const file of withHeldOut ? files : open) {
      if (file[share].wrong.length > 0) lines.push(`  ${file.file}: ${file[share].wrong.join(', ')}`);
    }
  }
  return lines.join('\n');
}

function sum(shares: readonly Share[]): Share {
  return {
    right: shares.reduce((all, { right }) => all + right, 0),
    of: shares.reduce((all, share) => all + share.of, 0),
    wrong: [],
  };
}

function ratio({ right, of }: Share): string {
  return of === 0 ? '-' : `${right}/${of} ${(right / of).toFixed(2)}`;
}
