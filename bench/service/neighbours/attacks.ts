import { limits } from '@decidable/contract';
import { lyingFiles } from '@decidable/exports/testing/lying';
import { type WorstCase, worstCases } from '../turns/worst-cases.ts';

const named = (path: string, name: string): WorstCase => {
  const found = worstCases.find((each) => each.path === path && each.name === name);
  if (found === undefined) throw new Error(`There is no worst case "${path} ${name}".`);
  return found;
};

/** Exports that claim or repeat more than they have, as far as they fit into a call. */
const lyingTexts = lyingFiles()
  .filter(({ name, bytes }) => name.endsWith('.csv') && bytes.length <= limits.csvBytes)
  .map(({ bytes }) => new TextDecoder().decode(bytes));

/** What one shop sends from one address while another is measured; each is within the default limits. */
export const attacks: readonly WorstCase[] = [
  named('/track', '100 searches: words'),
  named('/track', '100 searches: Thai'),
  named('/rerank', '1,000 with long texts'),
  named('/search', '1,000 with a hundred names'),
  named('/search', '2 MiB of distinct names'),
  named('/suggest', '500 suggestions'),
  named('/catalog/ranked', '500 products'),
  {
    name: 'exports that lie',
    path: '/catalog/audit',
    body: (_, n) => ({ csv: lyingTexts[n % lyingTexts.length] }),
  },
];
