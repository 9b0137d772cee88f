import type { Column, PackedIndex, Paths } from '@decidable/engine/ranking';
import type { Phrase } from '@decidable/engine/session';
import { Pace, SERVICE } from '../../time-slices.ts';
import type { BuiltCatalogue } from '../shop.ts';

/**
 * A list on its way from a worker to the serving thread: JSON in buffers of `CHUNK` entries each. A structured clone of
 * hundreds of thousands of strings and map entries is read in one turn of the event loop, and would hold up every
 * request. Buffers are transferred at no cost, and parsed a few at a time.
 */
type SentList = readonly Uint8Array[];

/** Entries of a list in one buffer. Set by hand. */
const CHUNK = 2_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function sendList(list: readonly unknown[]): SentList {
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < list.length; from += CHUNK) {
    chunks.push(encoder.encode(JSON.stringify(list.slice(from, from + CHUNK))));
  }
  return chunks;
}

interface SentMap {
  readonly keys: SentList;
  readonly values: Int32Array;
}

const sendMap = (map: ReadonlyMap<string, number>): SentMap => ({
  keys: sendList([...map.keys()]),
  values: Int32Array.from(map.values()),
});

type SentPaths = Omit<Paths, 'names'> & { readonly names: SentMap };
type SentColumn = Omit<Column, 'labels' | 'values' | 'paths'> & {
  readonly labels: SentList;
  readonly values: SentMap;
  readonly paths: SentPaths | undefined;
};

export interface SentCatalogue {
  readonly index: Omit<PackedIndex, 'columns'> & { readonly columns: readonly SentColumn[] };
  readonly completions: BuiltCatalogue['completions'];
  readonly counts: BuiltCatalogue['counts'];
  readonly shown: BuiltCatalogue['shown'];
  readonly phrases: SentList;
  readonly longestPhrase: number;
}

/** Encodes a catalogue for sending; its buffers can be transferred. */
export function send({ index, completions, counts, shown, values }: BuiltCatalogue): SentCatalogue {
  return {
    index: {
      ...index,
      columns: index.columns.map((column) => ({
        ...column,
        labels: sendList(column.labels),
        values: sendMap(column.values),
        paths: column.paths && { ...column.paths, names: sendMap(column.paths.names) },
      })),
    },
    completions,
    counts,
    shown,
    phrases: sendList([...values.phrases]),
    longestPhrase: values.longest,
  };
}

const read = <T>(chunk: Uint8Array): T[] => JSON.parse(decoder.decode(chunk)) as T[];

async function receiveList<T>(chunks: SentList, pace: Pace): Promise<T[]> {
  const list: T[] = [];
  for (const chunk of chunks) {
    for (const entry of read<T>(chunk)) list.push(entry);
    await pace.rest();
  }
  return list;
}

async function receiveMap({ keys, values }: SentMap, pace: Pace): Promise<Map<string, number>> {
  const map = new Map<string, number>();
  for (const chunk of keys) {
    for (const key of read<string>(chunk)) map.set(key, values[map.size]);
    await pace.rest();
  }
  return map;
}

/** Decodes a sent catalogue, with turns for other requests in between. */
export async function receive(sent: SentCatalogue): Promise<BuiltCatalogue> {
  const pace = new Pace(SERVICE);
  const columns: Column[] = [];
  for (const column of sent.index.columns) {
    const { paths, ...others } = column;
    columns.push({
      ...others,
      labels: await receiveList<string>(column.labels, pace),
      values: await receiveMap(column.values, pace),
      ...(paths && { paths: { ...paths, names: await receiveMap(paths.names, pace) } }),
    });
  }
  const phrases = new Map<string, readonly Phrase[]>();
  for (const chunk of sent.phrases) {
    for (const [key, meanings] of read<[string, readonly Phrase[]]>(chunk)) phrases.set(key, meanings);
    await pace.rest();
  }
  return {
    index: { ...sent.index, columns },
    completions: sent.completions,
    counts: sent.counts,
    shown: sent.shown,
    values: { phrases, longest: sent.longestPhrase },
  };
}
