import { useState } from 'preact/hooks';
import type { Result } from '../../api/result.ts';
import type { Loaded } from '../../api/use-call.ts';
import { toastProblem } from '../overlays/toasts.tsx';

/**
 * A list that the service tells in pages: the first one, and those that were asked for since.
 *
 * @param read asks for the page behind a cursor
 */
export function usePages<Page extends { readonly next?: string }, Item>(
  first: Loaded<Page>,
  itemsOf: (page: Page) => readonly Item[],
  read: (cursor: string) => Promise<Result<Page>>,
): {
  /** Undefined until the first page is there. */
  readonly items: readonly Item[] | undefined;
  /** Undefined where there are no more. */
  readonly showMore: (() => Promise<void>) | undefined;
} {
  const [older, setOlder] = useState<{ readonly behind: Page; readonly pages: readonly Page[] }>();
  const { data } = first;
  if (data === undefined) return { items: undefined, showMore: undefined };
  // What was read behind another first page would leave a gap, or stand there twice.
  const pages = [data, ...(older?.behind === data ? older.pages : [])];
  const { next } = pages[pages.length - 1];
  const showMore = async () => {
    const answer = await read(next!);
    if (answer.ok) setOlder({ behind: data, pages: [...pages.slice(1), answer.data] });
    else toastProblem(answer.error);
  };
  return { items: pages.flatMap(itemsOf), showMore: next === undefined ? undefined : showMore };
}
