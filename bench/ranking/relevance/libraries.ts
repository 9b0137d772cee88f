import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { type SearchEngine, searchableColumns, titleColumn } from './search-engine.ts';

/** Columns of a set as fields of a document: `title`, and the others as one text. */
const TITLE_BOOST = 3;

/** MiniSearch with prefixes and edit distances, as its documentation recommends for search boxes. */
export const miniSearch: SearchEngine = {
  name: 'MiniSearch',
  open(set) {
    const columns = searchableColumns(set);
    const title = titleColumn(columns);
    const engine = new MiniSearch<Record<string, string>>({ idField: set.idColumn, fields: [...columns] });
    engine.addAll(set.rows);
    return (query, limit) =>
      engine
        .search(query, { boost: { [title]: TITLE_BOOST }, prefix: true, fuzzy: 0.2 })
        .slice(0, limit)
        .map(({ id }) => id as string);
  },
};

/** Orama's full-text search with its default tolerance of none. */
export const orama: SearchEngine = {
  name: 'Orama',
  async open(set) {
    const columns = searchableColumns(set);
    const title = titleColumn(columns);
    const database = create({ schema: { title: 'string', text: 'string' } as const });
    await insertMultiple(
      database,
      set.rows.map((row) => ({
        id: row[set.idColumn],
        title: row[title],
        text: columns
          .filter((column) => column !== title)
          .flatMap((column) => row[column] || [])
          .join(' \u00b7 '),
      })),
    );
    return async (term, limit) => {
      const { hits } = await search(database, { term, limit, boost: { title: TITLE_BOOST }, threshold: 1 });
      return hits.map(({ id }) => id);
    };
  },
};
