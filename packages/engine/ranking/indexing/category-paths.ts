import { handleOf } from '../../session/text/names.ts';

/**
 * Category paths ("Clothing > Hoodies") by name. A path can be named by the handle of any of its prefixes and of its
 * last step. The values of a name are `values[start[k] .. start[k + 1]]` with k = `names.get(handle)`.
 */
export interface Paths {
  readonly names: ReadonlyMap<string, number>;
  readonly start: Int32Array;
  readonly values: Int32Array;
}

const SEPARATOR = '>';
/** Prefixes of a path are indexed up to this many steps; deeper categories are not known from any shop. Set by hand. */
export const MAX_DEPTH = 16;
/** Names written between two yields. Set by hand. */
const FLATTENED_AT_ONCE = 2_000;

/** Whether any of the values is a path. */
export const hasPaths = (labels: readonly string[]): boolean =>
  labels.some((label) => label.includes(SEPARATOR));

/** Collects the names of paths, one value at a time, because a column can have thousands of values. */
export class PathNames {
  readonly #valuesByName = new Map<string, number[]>();
  /** Handles by path step, kept because paths share their first steps. */
  readonly #handles = new Map<string, string>();
  #length = 0;

  add(label: string, value: number): void {
    const steps = label.split(SEPARATOR);
    let prefix = '';
    const names = new Set<string>();
    for (const step of steps.slice(0, MAX_DEPTH)) {
      const handle = this.#handleOf(step);
      if (handle === '') continue;
      prefix = prefix === '' ? handle : `${prefix}-${handle}`;
      names.add(prefix);
    }
    names.add(this.#handleOf(steps.at(-1)!));
    names.delete('');
    for (const name of names) {
      const values = this.#valuesByName.get(name);
      if (values === undefined) this.#valuesByName.set(name, [value]);
      else values.push(value);
    }
    this.#length += names.size;
  }

  /** Returns the collected names; yields every few thousand names. */
  *finished(): Generator<void, Paths> {
    const names = new Map<string, number>();
    const start = new Int32Array(this.#valuesByName.size + 1);
    const values = new Int32Array(this.#length);
    for (const [name, found] of this.#valuesByName) {
      const k = names.size;
      names.set(name, k);
      values.set(found, start[k]);
      start[k + 1] = start[k] + found.length;
      if (k % FLATTENED_AT_ONCE === FLATTENED_AT_ONCE - 1) yield;
    }
    return { names, start, values };
  }

  #handleOf(step: string): string {
    let handle = this.#handles.get(step);
    if (handle === undefined) {
      handle = handleOf(step);
      this.#handles.set(step, handle);
    }
    return handle;
  }
}

/** The values whose paths have this name; `undefined` where there are none. */
export function valuesOnPath(paths: Paths | undefined, handle: string): readonly number[] | undefined {
  const k = paths?.names.get(handle);
  if (paths === undefined || k === undefined) return undefined;
  return [...paths.values.subarray(paths.start[k], paths.start[k + 1])];
}
