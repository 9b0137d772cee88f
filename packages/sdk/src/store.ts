/**
 * A string store that never throws. Writes that the browser's storage refuses (blocked, full, a private window) are
 * kept in memory for the lifetime of the page.
 */
export interface Store {
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that begin with `prefix`. */
  keys(prefix: string): string[];
}

/** What `use` returns, if it does not throw: for what browsers may block, and for text that may be anything. */
export function guarded<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {}
}

/** `area` is called at every use: reading `localStorage` throws in browsers that block it. */
export function createStore(area: () => Storage): Store {
  const memory = new Map<string, string>();

  return {
    get: (key) => memory.get(key) ?? guarded(() => area().getItem(key)),

    set(key, value) {
      const kept = guarded(() => {
        area().setItem(key, value);
        // Some private modes accept a write and forget it.
        return area().getItem(key) === value;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },

    remove(key) {
      memory.delete(key);
      guarded(() => area().removeItem(key));
    },

    keys: (prefix) =>
      [...new Set([...memory.keys(), ...(guarded(() => Object.keys(area())) ?? [])])].filter((key) =>
        key.startsWith(prefix),
      ),
  };
}

/** Parses a stored value, which may be missing, edited, or written by another version. */
export const parsed = (text: string | null | undefined): unknown => guarded(() => JSON.parse(`${text}`));
