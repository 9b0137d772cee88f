import { readFileSync, writeFileSync } from 'node:fs';

/**
 * `npm run bench:tables`: writes the tables of docs/design/ranking.md from the figures in this folder, which
 * `bench:relevance --json`, `bench:rent --json` and `bench:ranking --json` print.
 */

const page = new URL('../../docs/design/ranking.md', import.meta.url);
const BEGIN = '<!-- figures: bench/results, written by npm run bench:tables -->\n';
const END = '<!-- end of figures -->';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as T;

interface Sessions {
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, readonly (readonly number[])[]>>;
}
interface Relevance {
  readonly ndcg: number;
  readonly condensed: number;
  readonly nothing: number;
}
interface Rent {
  readonly all: Readonly<Record<string, { readonly mean: number; readonly searches: number }>>;
  /** By family, then by figure: what it loses without the family. */
  readonly worth: Readonly<
    Record<string, Readonly<Record<string, { readonly loss: number; readonly error: number }>>>
  >;
  /** The same of families that are no more. */
  readonly gone: Rent['worth'];
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  row(head) + row(head.map((_, k) => (k === 0 ? '---' : '---:'))) + rows.map(row).join('');
const short = (value: number, digits: number): string =>
  value
    .toFixed(digits)
    .replace(/^(-?)0(?=\.)/, '$1')
    .replace('-', '\u2212');

/** HR@20 / MRR@20 / log-likelihood beside published methods. */
function sessionsTable(): string {
  const { columns, rows } = read<Sessions>('sessions');
  return table(
    ['HR@20 / MRR@20 / log-likelihood', ...columns],
    Object.entries(rows).map(([set, figures]) => [
      set,
      ...figures.map(([hr, mrr, likelihood]) =>
        [short(hr, 3), short(mrr, 3), short(likelihood, 2)].join(' / '),
      ),
    ]),
  );
}

/** Judged searches beside text engines. */
function relevanceTable(): string {
  const sets = read<Readonly<Record<string, Readonly<Record<string, Relevance>>>>>('relevance');
  const names = Object.keys(sets);
  return table(
    ['NDCG@10, condensed, nothing relevant', ...names],
    Object.keys(sets[names[0]]).map((engine) => [
      engine,
      ...names.map((set) => {
        const { ndcg, condensed, nothing } = sets[set][engine];
        return `${short(ndcg, 3)}, ${short(condensed, 3)}, ${short(100 * nothing, 1)} %`;
      }),
    ]),
  );
}

type Worth = Rent['worth'];

const changesNothing = (rent: Worth[string]): boolean =>
  Object.values(rent).every(({ error }) => error === 0);

/** What each family of rules is worth on searches that were kept back, and which ones went. */
function rentTable(): string {
  const { all, worth, gone } = read<Rent>('rent');
  // The condensed figures say the same, and stay in the results.
  const figures = Object.keys(all).filter((name) => !name.endsWith('condensed'));
  const rowsOf = (rents: Worth) =>
    Object.entries(rents)
      .filter(([, rent]) => !changesNothing(rent))
      .map(([family, rent]) => [
        family,
        ...figures.map((name) => {
          const { loss, error } = rent[name];
          return error === 0 ? '0' : `${short(-loss, 4)} \u00b1 ${short(error, 4)}`;
        }),
      ]);
  const without = (rents: Worth): string =>
    Object.keys(rents)
      .filter((family) => changesNothing(rents[family]))
      .join(', ');
  return [
    table(
      ['left out', ...figures.map((name) => `${name} (${all[name].searches})`)],
      [['nothing', ...figures.map((name) => short(all[name].mean, 4))], ...rowsOf(worth)],
    ),
    `Changes none of these, and is held by laws and other languages: ${without(worth)}.\n`,
    `Went, as leaving them out cost nothing beyond its error: the ${Object.keys(gone).length} families under \`gone\` in \`bench/results/rent.json\`.\n`,
  ].join('\n');
}

/** The page with its tables written anew. */
export function withTables(text: string): string {
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  const end = text.indexOf(END);
  if (begin < BEGIN.length || end < begin) throw new Error(`${page.pathname} has no place for figures.`);
  const tables = [sessionsTable(), relevanceTable(), rentTable()].map((each) => `\n${each}`).join('');
  return `${text.slice(0, begin)}${tables}\n${text.slice(end)}`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(page, withTables(readFileSync(page, 'utf8')));
}
