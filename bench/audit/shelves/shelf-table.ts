import { grid } from '../report.ts';
import type { ShelfShares } from './shelf-shares.ts';
import { fittedBits, fittedShare, withinBounds } from './usual-bits.ts';

/** Of the shelves that have what is asked those of which as many products are left as is expected. */
function leftWithin(files: readonly ShelfShares[]): string {
  const shelves = files.flatMap(({ left }) => left);
  return `${shelves.filter(({ isWithin }) => isWithin).length} of ${shelves.length}`;
}

/**
 * The shelves of each file and of all, then the fit of the bits that answers usually give.
 *
 * @param withHeldOut whether the wrong shelves of the files that are held out are named too
 */
export function shelfTable(files: readonly ShelfShares[], withHeldOut: boolean): string {
  const open = files.filter(({ heldOut }) => !heldOut);
  const heldOut = files.filter((file) => file.heldOut);
  const row = (name: string, of: readonly ShelfShares[]) => {
    const sum = (pick: (file: ShelfShares) => number) => of.reduce((all, file) => all + pick(file), 0);
    return [
      name,
      `${sum(({ right }) => right)}`,
      `${sum(({ wide }) => wide)}`,
      `${sum(({ wrong }) => wrong.length)}`,
      `${sum(({ unknown }) => unknown)}`,
      (sum(({ recognised }) => recognised) / Math.max(1, of.length)).toFixed(2),
      `${sum(({ isRight }) => Number(isRight))} of ${of.length}`,
      `${sum(({ grade, isTold }) => Number(grade === null && isTold))} of ${sum(({ grade }) => Number(grade === null))}`,
    ];
  };
  const fitted = fittedBits(open.map(({ bits }) => bits));
  const within = (of: readonly ShelfShares[]) => {
    const found = withinBounds(
      of.map(({ bits }) => bits),
      fitted,
    );
    return `${found.within} of ${found.of}`;
  };
  const all = files.map(({ bits }) => bits);
  const { share, deviation, shelves } = fittedShare(all);
  return [
    'Shelves: labelled products whose shelf is right, of these those told by a wider or a narrower one; wrong; unknown; the',
    'share of all products that are recognised; files of which most are right; files without a grade that are told what they',
    'lack. A file with * is held out.',
    '',
    grid(
      ['file', 'right', 'wide', 'wrong', 'unknown', 'recognised', 'files right', 'ungraded told'],
      [
        ...files.map((file) => row(`${file.file}${file.heldOut ? ' *' : ''}`, [file])),
        row('all', files),
        row('open', open),
        row('held out *', heldOut),
      ],
    ),
    '',
    'Wrong:',
    ...files
      .filter(({ wrong, heldOut: isHeldOut }) => wrong.length > 0 && (withHeldOut || !isHeldOut))
      .map(({ file, wrong }) => `  ${file}: ${wrong.join(', ')}`),
    '',
    'Bits of answers, fitted to all files (audit/shelves/usual-bits.json):',
    grid(
      ['values', 'bits', 'deviation', 'columns'],
      [...fittedBits(all)].map(([kind, fit]) => [
        kind,
        fit.bits.toFixed(2),
        fit.deviation.toFixed(2),
        `${fit.columns}`,
      ]),
    ),
    `Three answers together: ${share.toFixed(2)} (${deviation.toFixed(2)}) of the sum, ${shelves} shelves.`,
    `Left of shelves that have what is asked of them, within the bounds: open ${leftWithin(open)}, held out ${leftWithin(heldOut)}.`,
    `Within the bounds of four of five, fitted to the open files: open ${within(open)}, held out ${within(heldOut)}.`,
  ].join('\n');
}
