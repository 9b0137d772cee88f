import { interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import {
  buildIndex,
  emptyModel,
  rank,
  rankProducts,
  rerank,
  searchReader,
  withValues,
} from '@decidable/engine/ranking';
import { emptyProfile, fold, readProfile } from '@decidable/engine/session';
import { phrasesOf } from '../../../packages/server/shops/catalogue-traits.ts';
import { bm25 } from './bm25.ts';
import type { JudgedSet } from './judged-set.ts';
import type { Search, SearchEngine } from './search-engine.ts';

/** Time of the searches; without a history nothing depends on it. */
const NOW = Date.UTC(2026, 0, 1);

/** The engine as the service runs it for a shop without history. */
function shopOf({ csv }: JudgedSet) {
  const catalogue = interpret(readTable(csv));
  const plain = buildIndex(catalogue, recogniseRoles(catalogue));
  const index = withValues(plain, phrasesOf(plain));
  return { index, model: emptyModel() };
}

const RANKED: SearchEngine = {
  name: '/catalog/ranked after a search',
  open(set) {
    const { index, model } = shopOf(set);
    return (query, limit) => {
      const folded = fold(emptyProfile(NOW), { type: 'search', value: query, at: NOW });
      const profile = readProfile(folded, searchReader(index));
      return rank({ profile, index, model, now: NOW, limit }).items.map(({ id }) => id);
    };
  },
};

/** A query alone, in a session that nobody has seen. */
const QUERIED: SearchEngine = {
  name: '/catalog/ranked with a query',
  open(set) {
    const { index, model } = shopOf(set);
    return (query, limit) =>
      rank({ profile: undefined, index, model, now: NOW, query, limit, explain: false }).items.map(
        ({ id }) => id,
      );
  },
};

/** Results of another engine that a page sends. */
export const SENT = 100;

const LISTED: readonly SearchEngine[] = [
  { name: '/search of the first 100 of BM25', rankList: rankProducts },
  {
    name: '/rerank of the first 100 of BM25',
    rankList: (request: Parameters<typeof rankProducts>[0]) => rerank({ ...request, strength: 0.5 }),
  },
].map(({ name, rankList }) => ({
  name,
  async open(set): Promise<Search> {
    const { index, model } = shopOf(set);
    const first = await bm25(3).open(set);
    return async (query, limit) => {
      const products = (await first(query, SENT)).map((id) => ({ id }));
      if (products.length === 0) return [];
      const { items } = rankList({ profile: undefined, index, model, now: NOW, products, query, limit });
      return items.map(({ id }) => id);
    };
  },
}));

/** The ways into the engine that take a search. */
export const decidable: readonly SearchEngine[] = [RANKED, QUERIED, ...LISTED];
