/**
 * A string store that never throws. What the browser's storage refuses (blocked, full, a private window) is kept in
 * memory for as long as the page lives.
 */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that begin with `prefix`. */
  keys(prefix: string): string[];
}

/** `area` is asked at every use: naming `localStorage` throws where a browser blocks it. */
export function createStore(area: () => Storage): Store {
  const memory = new Map<string, string>();

  // A refused storage is an answer, not a fault: the caller goes on with what is in memory.
  const guarded = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(area());
    } catch {
      return otherwise;
    }
  };

  return {
    get: (key) => memory.get(key) ?? guarded((storage) => storage.getItem(key), null),

    set(key, value) {
      const kept = guarded((storage) => {
        storage.setItem(key, value);
        // Some private modes accept a write and forget it.
        return storage.getItem(key) === value;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },

    remove(key) {
      memory.delete(key);
      guarded((storage) => storage.removeItem(key), undefined);
    },

    keys: (prefix) =>
      [...new Set([...memory.keys(), ...guarded((storage) => Object.keys(storage), [])])].filter((key) =>
        key.startsWith(prefix),
      ),
  };
}

/** Parses what may have been written by another version, by hand or by nobody. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
