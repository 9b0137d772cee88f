import type { Hit } from '../src/index.ts';

/** A request and a result, as far as the tests need them, in the form that InstantSearch has with every engine. */
export interface EngineRequest {
  readonly indexName: string;
  readonly params?: { readonly query?: string; readonly page?: number; readonly hitsPerPage?: number };
}

/**
 * A search engine in the page: words that products have, in the order of the catalogue, or in the index `by-price` in that of
 * prices. Its text is run in the page as it is.
 */
export function engineOf(hits: readonly (Hit & { readonly price: number })[]) {
  return {
    appId: 'engine',
    search: async (requests: readonly EngineRequest[]) => ({
      results: requests.map(({ indexName, params = {} }) => {
        const { query = '', page = 0, hitsPerPage = 20 } = params;
        const found = hits.filter((hit) => Object.values(hit).join(' ').includes(query));
        if (indexName === 'by-price') found.sort((one, other) => other.price - one.price);
        return {
          ...{
            index: indexName,
            query,
            page,
            hitsPerPage,
            params: '',
            processingTimeMS: 1,
            exhaustiveNbHits: true,
          },
          nbHits: found.length,
          nbPages: Math.ceil(found.length / hitsPerPage),
          hits: found.slice(page * hitsPerPage, (page + 1) * hitsPerPage),
        };
      }),
    }),
  };
}
