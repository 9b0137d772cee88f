import { byteLength, type Outbox, type Parcel } from './outbox.ts';
import type { Outcome } from './transport.ts';
import type { ExposureItem } from './types.ts';

/** Exposures of one decision that are still being collected. */
interface Page {
  readonly parcel: Parcel;
  readonly items: unknown[];
  bytes: number;
}

export interface Exposures {
  add(decisionId: string, items: readonly ExposureItem[]): void;
  /** Sends the pending exposures; resolves after the first attempt of each call. */
  flush(): Promise<Outcome[]>;
  clear(): void;
}

/** The greatest position that the service takes. */
const MOST = 1_000_000;
const FLUSH_AFTER = 3_000;
const FLUSH_AT = 50;
/** Below the 64 KiB that all `keepalive` requests of a page share. */
const PAGE_BYTES = 48_000;
/** The service's limit of items a call. */
const PAGE_ITEMS = 500;
/** Decisions whose items are remembered, to send none of them twice. */
const REMEMBERED = 100;

export function createExposures(
  outbox: Outbox,
  identity: () => Record<string, unknown>,
  leaveOut: (path: string, message: string) => void,
): Exposures {
  const seen = new Map<string, Set<string>>();
  const open = new Map<string, Page>();
  let pending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const underway = new Set<Promise<Outcome>>();

  function seal(decisionId: string, { parcel }: Page): void {
    open.delete(decisionId);
    outbox.seal(parcel);
    underway.add(parcel.first);
    void parcel.first.then(() => underway.delete(parcel.first));
  }

  function flush(): Promise<Outcome[]> {
    clearTimeout(timer);
    timer = undefined;
    pending = 0;
    for (const [decisionId, page] of open) seal(decisionId, page);
    return Promise.all(underway);
  }

  function unseen(decisionId: string, id: string): boolean {
    const ids = seen.get(decisionId) ?? new Set();
    seen.set(decisionId, ids);
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value as string);
    return !ids.has(id) && !!ids.add(id);
  }

  return {
    add(decisionId, items) {
      for (const item of items) {
        const { id: sent, position = 0 } = typeof item === 'object' ? { ...item } : { id: item };
        if (sent == null) {
          leaveOut('/exposure', 'an item without an id');
          continue;
        }
        const id = String(sent);
        if (!unseen(decisionId, id)) continue;
        const isPlace = Number.isInteger(position) && position > 0 && position <= MOST;
        const entry = isPlace ? { id, position } : id;
        const bytes = byteLength(JSON.stringify(entry)) + 1;
        let page = open.get(decisionId);
        if (page && (page.bytes + bytes > PAGE_BYTES || page.items.length === PAGE_ITEMS)) {
          outbox.save(page.parcel);
          seal(decisionId, page);
          page = undefined;
        }
        if (!page) {
          const list: unknown[] = [];
          const body = { ...identity(), decisionId, items: list };
          page = { parcel: outbox.put('/exposure', body, false), items: list, bytes: 0 };
          open.set(decisionId, page);
        }
        page.items.push(entry);
        page.bytes += bytes;
        pending++;
      }
      const page = open.get(decisionId);
      if (page) outbox.save(page.parcel);
      if (pending >= FLUSH_AT) void flush();
      else if (pending) timer ??= setTimeout(flush, FLUSH_AFTER);
    },

    flush,

    clear() {
      clearTimeout(timer);
      timer = undefined;
      pending = 0;
      open.clear();
    },
  };
}
