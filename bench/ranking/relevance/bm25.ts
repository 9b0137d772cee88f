import { type SearchEngine, searchableColumns, titleColumn } from './search-engine.ts';

/** Parameters of Lucene's BM25. */
const K1 = 1.2;
const B = 0.75;

const tokens = (text: string): readonly string[] =>
  (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word));

/**
 * BM25 (Robertson & Zaragoza 2009) over all columns as one text, any word is enough. It shares no code with the engine.
 *
 * @param titleWeight how many times a word of the title counts
 */
export const bm25 = (titleWeight: number): SearchEngine => ({
  name: `BM25, title × ${titleWeight}`,
  open(set) {
    const columns = searchableColumns(set);
    const title = titleColumn(columns);
    const postings = new Map<string, { readonly product: number; count: number }[]>();
    const lengths = set.rows.map((row, product) => {
      let length = 0;
      for (const column of columns) {
        const weight = column === title ? titleWeight : 1;
        for (const word of tokens(row[column])) {
          length += weight;
          const list = postings.get(word) ?? [];
          postings.set(word, list);
          const last = list.at(-1);
          if (last?.product === product) last.count += weight;
          else list.push({ product, count: weight });
        }
      }
      return length;
    });
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    return (query, limit) => {
      const scores = new Map<number, number>();
      for (const word of new Set(tokens(query))) {
        const list = postings.get(word) ?? [];
        const idf = Math.log(1 + (lengths.length - list.length + 0.5) / (list.length + 0.5));
        for (const { product, count } of list) {
          const norm = K1 * (1 - B + (B * lengths[product]) / average);
          scores.set(product, (scores.get(product) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
        }
      }
      return [...scores]
        .sort(([a, s], [b, t]) => t - s || a - b)
        .slice(0, limit)
        .map(([product]) => set.rows[product][set.idColumn]);
    };
  },
});
