import type { Outbox, Parcel } from './outbox.ts';
import type { ExposureItem } from './types.ts';

export interface Exposures {
  add(decisionId: string, items: readonly ExposureItem[]): void;
  /** Lets the outbox send what was collected. */
  flush(): void;
  clear(): void;
}

/** The greatest position that the service takes. */
const MOST = 1_000_000;
const FLUSH_AFTER = 3_000;
/**
 * Items that are sent at once, and items a call. With the longest ids, 256 characters of four bytes, and their positions
 * they are 54 KB: less than the `keepalive` requests of a page may have together.
 */
const FLUSH_AT = 50;
/** Exposures that are remembered, to send none twice; beyond, some are sent again, and the service counts them once. */
const REMEMBERED = 10_000;

export function createExposures(
  outbox: Outbox,
  put: (path: string, body: object, ready: boolean) => Parcel,
  leaveOut: (path: string, message: string) => void,
): Exposures {
  const seen = new Set<string>();
  /** The parcel of each decision, still being filled. */
  const open = new Map<string, Parcel>();
  let pending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    pending = 0;
    open.clear();
  }

  function flush(): void {
    open.forEach(outbox.seal);
    stop();
  }

  return {
    add(decisionId, items) {
      for (const item of items) {
        const { id = item, position = 0 } = Object(item);
        if (id == null || Object(id) === id) {
          leaveOut('/exposure', 'an item without an id');
          continue;
        }
        const exposure = `${decisionId} ${id}`;
        if (seen.has(exposure)) continue;
        if (seen.size >= REMEMBERED) seen.clear();
        seen.add(exposure);
        let parcel = open.get(decisionId);
        if (!parcel) {
          parcel = put('/exposure', { decisionId, items: [] }, false);
          open.set(decisionId, parcel);
        }
        const isPlace = position === (position | 0) && position > 0 && position <= MOST;
        const list = parcel.call.body.items as unknown[];
        list.push(isPlace ? { id: `${id}`, position } : `${id}`);
        if (++pending < FLUSH_AT) continue;
        outbox.save(parcel);
        flush();
      }
      const parcel = open.get(decisionId);
      if (parcel) outbox.save(parcel);
      timer ??= setTimeout(flush, FLUSH_AFTER);
    },

    flush,
    clear: stop,
  };
}
