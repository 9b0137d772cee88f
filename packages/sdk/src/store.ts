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

/** `area` is called at every use: reading `localStorage` throws in browsers that block it. */
export function createStore(area: () => Storage): Store {
  const memory = new Map<string, string>();

  // A refused access is an expected result, not an error: the caller uses the values in memory.
  const guarded = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(area());
    } catch {}
  };

  return {
    get: (key) => memory.get(key) ?? guarded((storage) => storage.getItem(key)),

    set(key, value) {
      const kept = guarded((storage) => {
        storage.setItem(key, value);
        // Some private modes accept a write and forget it.
        return storage.getItem(key) === value;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },

    remove(key) {
      memory.delete(key);
      guarded((storage) => storage.removeItem(key));
    },

    keys: (prefix) =>
      [...new Set([...memory.keys(), ...(guarded(Object.keys) ?? [])])].filter((key) =>
        key.startsWith(prefix),
      ),
  };
}

/** Parses a stored value, which may be missing, edited, or written by another version. */
export function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(`${text}`);
  } catch {
    return null;
  }
}
