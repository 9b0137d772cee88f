import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import Papa from 'papaparse';
import type { JudgedSet } from '../relevance/judged-set.ts';
import { qualityOf } from '../relevance/metrics.ts';
import { beers } from '../relevance/searches/beers.ts';
import { computerParts } from '../relevance/searches/computer-parts.ts';
import type { Cells, FittingSearches } from '../relevance/searches/fitting.ts';
import { furniture } from '../relevance/searches/furniture.ts';
import { groceries } from '../relevance/searches/groceries.ts';
import { withoutFamily } from './left-out.ts';

/** A figure of each search. */
export type Measure = readonly number[];

/** The ids of the first products for a search. */
type Search = (query: string, limit: number) => readonly string[];

/** A catalogue, and figures of the searches in it. */
export interface Shop {
  readonly catalogue: Catalogue;
  measure(search: Search): readonly (readonly [figure: string, values: Measure])[];
}

const LISTED = 100;
const FIRST = 5;
const NOW = Date.UTC(2026, 0, 1);

/** A judged set. */
export function shopOfSet(name: string, { csv, queries }: JudgedSet): Shop {
  return {
    catalogue: interpret(readTable(csv)),
    measure(search) {
      const lists = queries.map((query) => qualityOf(query, search(query.text, LISTED)));
      return [
        [`${name} full`, lists.map(({ ndcg }) => ndcg)],
        [`${name} condensed`, lists.map(({ condensed }) => condensed)],
      ];
    },
  };
}

/** The catalogues of the searches by hand. */
export const shopsByHand = (data: string): readonly Shop[] =>
  [furniture, computerParts, groceries, beers].map((searches) => shopByHand(data, searches));

function shopByHand(data: string, { file, searches }: FittingSearches): Shop {
  const csv = readFileSync(join(data, file), 'utf8');
  const table = readTable(csv);
  const { data: rows } = Papa.parse<Cells>(csv, { header: true, skipEmptyLines: true });
  const products = new Map(rows.map((cells) => [cells[table.idColumn], cells]));
  return {
    catalogue: interpret(table),
    measure(search) {
      const shares = searches.map(({ query, fits }) => {
        const first = search(query, FIRST).map((id) => products.get(id)!);
        const attainable = Math.min(FIRST, [...products.values()].filter(fits).length);
        return Math.min(1, first.filter(fits).length / attainable);
      });
      return [['by hand', shares]];
    },
  };
}

const packageUrl = (path: string): string => new URL(`../../../packages/${path}`, import.meta.url).href;

/** Imports a module of the engine, without a family of rules if one is named. */
async function moduleOf<T>(path: string, family: string | undefined): Promise<T> {
  const url = packageUrl(path);
  return import(family === undefined ? url : withoutFamily(url, family)) as Promise<T>;
}

type Index = ReturnType<typeof import('@decidable/engine/ranking').buildIndex>;

const opened = new Map<Catalogue, Index>();

async function open(catalogue: Catalogue, family: string | undefined): Promise<Index> {
  const { buildIndex, withValues } = await rankingOf(family);
  const { phrasesOf } = await moduleOf<typeof import('../../../packages/server/shops/catalogue-traits.ts')>(
    'server/shops/catalogue-traits.ts',
    family,
  );
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  return withValues(index, phrasesOf(index));
}

const rankingOf = (family: string | undefined) =>
  moduleOf<typeof import('@decidable/engine/ranking')>('engine/ranking/index.ts', family);
const sessionOf = (family: string | undefined) =>
  moduleOf<typeof import('@decidable/engine/session')>('engine/session/index.ts', family);

/**
 * The figures of a shop, searched in a new session as the service does, without a family of rules if one is named.
 *
 * @param isOfSearches whether the rules read searches alone: then the index is the one with all rules
 */
export async function measureOf(
  { catalogue, measure }: Shop,
  family: string | undefined,
  isOfSearches: boolean,
): Promise<ReturnType<Shop['measure']>> {
  const { emptyModel, rank, searchReader } = await rankingOf(family);
  const { emptyProfile, fold, readProfile } = await sessionOf(family);
  const isKnown = family === undefined || isOfSearches;
  const index = (isKnown && opened.get(catalogue)) || (await open(catalogue, family));
  if (isKnown) opened.set(catalogue, index);
  const model = emptyModel();
  return measure((query, limit) => {
    const folded = fold(emptyProfile(NOW), { type: 'search', value: query, at: NOW });
    const profile = readProfile(folded, searchReader(index));
    return rank({ profile, index, model, now: NOW, limit, explain: false }).items.map(({ id }) => id);
  });
}
