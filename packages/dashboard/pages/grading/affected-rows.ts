import type { AffectedProduct } from '@decidable/contract/management';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Answer } from '../../api/operation.ts';
import { listAffected } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';

/** Products that are loaded at a time. */
const PAGE = 200;

export type Affected = Answer<NonNullable<(typeof listAffected)['contract']>>;

/** The products that lack an attribute, loaded where they are looked at. */
export function useAffectedRows(
  gradingId: string,
  place: number,
  { search, open }: { readonly search: string; readonly open: boolean },
): {
  /** What is known of the attribute; undefined until the first page is there. */
  readonly about: Affected | undefined;
  readonly error: Failure | undefined;
  readonly at: (index: number) => AffectedProduct | undefined;
  /** Loads what is missing of the rows from `first` on. */
  readonly load: (first: number, count: number) => Promise<void>;
  readonly reload: () => void;
} {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly about: Affected }>();
  const [, setRound] = useState(0);
  const [error, setError] = useState<Failure>();
  const pages = useRef(new Map<number, Promise<readonly AffectedProduct[]>>());
  const rows = useRef(new Map<number, AffectedProduct>());
  const [generation, setGeneration] = useState(0);
  const key = JSON.stringify([gradingId, place, search, open, generation]);
  const newest = useRef(key);
  newest.current = key;

  const fetchPage = async (page: number): Promise<readonly AffectedProduct[]> => {
    const answer = await call(listAffected, {
      params: { gradingId, place: String(place) },
      query: {
        offset: page * PAGE,
        limit: PAGE,
        ...(search !== '' && { search }),
        ...(open && { open }),
      },
    });
    if (newest.current !== key) return [];
    if (!answer.ok) {
      setError(answer.error);
      return [];
    }
    answer.data.products.forEach((product, at) => {
      rows.current.set(page * PAGE + at, product);
    });
    setLoaded((before) => (before?.key === key ? before : { key, about: answer.data }));
    setRound((round) => round + 1);
    return answer.data.products;
  };
  const load = async (first: number, count: number) => {
    const wanted: Promise<unknown>[] = [];
    for (let page = Math.floor(first / PAGE); page * PAGE < first + count; page++) {
      let coming = pages.current.get(page);
      if (coming === undefined) {
        coming = fetchPage(page);
        pages.current.set(page, coming);
      }
      wanted.push(coming);
    }
    await Promise.all(wanted);
  };
  useEffect(() => {
    pages.current = new Map();
    rows.current = new Map();
    setError(undefined);
    void load(0, 1);
  }, [key]);

  return {
    about: loaded?.about,
    error,
    at: (index) => (loaded?.key === key ? rows.current.get(index) : undefined),
    load,
    reload: () => setGeneration((n) => n + 1),
  };
}
