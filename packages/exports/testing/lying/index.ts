import { lyingArchives } from './archives.ts';
import type { LyingFile } from './lying-file.ts';
import { lyingOldWorkbooks } from './old-workbooks.ts';
import { lyingParquet } from './parquet.ts';
import { lyingRecords } from './records.ts';
import { lyingTexts } from './texts.ts';
import { lyingWorkbooks } from './workbooks.ts';

export type { LyingFile } from './lying-file.ts';

/**
 * Files of every form that claim, repeat or hide more than they have: rows, columns, cells, sizes, ratios, depth,
 * references, encodings. Most are small; what they could cost is not.
 */
export const lyingFiles = (): LyingFile[] => [
  ...lyingTexts(),
  ...lyingArchives(),
  ...lyingWorkbooks(),
  ...lyingOldWorkbooks(),
  ...lyingRecords(),
  ...lyingParquet(),
];
