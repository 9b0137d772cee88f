import { handleOf } from '../../session/text/names.ts';

/**
 * By the handle of where a path begins, and of its last step, the values: `values[start[k] .. start[k + 1]]` of
 * `names.get(handle)`.
 */
export interface Paths {
  readonly names: ReadonlyMap<string, number>;
  readonly start: Int32Array;
  readonly values: Int32Array;
}

const SEPARATOR = '>';
/** Steps of a path that it can be named by from its beginning; no shop's categories go deeper. */
export const MOST_STEPS = 16;
const FLATTENED_AT_ONCE = 2_000;

/** Whether some of the values are paths. */
export const hasPaths = (labels: readonly string[]): boolean =>
  labels.some((label) => label.includes(SEPARATOR));

/** Collects what values are paths, one at a time: a column may have thousands. */
export class PathNames {
  readonly #found = new Map<string, number[]>();
  /** Paths share their first steps. */
  readonly #handles = new Map<string, string>();
  #length = 0;

  add(label: string, value: number): void {
    const steps = label.split(SEPARATOR);
    let begun = '';
    const names = new Set<string>();
    for (const step of steps.slice(0, MOST_STEPS)) {
      const handle = this.#handleOf(step);
      if (handle === '') continue;
      begun = begun === '' ? handle : `${begun}-${handle}`;
      names.add(begun);
    }
    names.add(this.#handleOf(steps.at(-1)!));
    names.delete('');
    for (const name of names) {
      const values = this.#found.get(name);
      if (values === undefined) this.#found.set(name, [value]);
      else values.push(value);
    }
    this.#length += names.size;
  }

  /** In steps. */
  *finished(): Generator<void, Paths> {
    const names = new Map<string, number>();
    const start = new Int32Array(this.#found.size + 1);
    const values = new Int32Array(this.#length);
    for (const [name, found] of this.#found) {
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

/** The values that a handle names as paths; `undefined` where it names none. */
export function valuesOnPath(paths: Paths | undefined, handle: string): readonly number[] | undefined {
  const k = paths?.names.get(handle);
  if (paths === undefined || k === undefined) return undefined;
  return [...paths.values.subarray(paths.start[k], paths.start[k + 1])];
}
