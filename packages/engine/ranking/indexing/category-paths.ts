import { isPath, levelsIn } from '../../catalogue/texts/category-levels.ts';
import { handleOf } from '../../session/text/names.ts';

/**
 * Category paths ("Clothing > Hoodies") by name: the handle of a beginning ("clothing", "clothing-hoodies") or of any level
 * ("hoodies") names all paths with it. The values of a name are `values[start[k] .. start[k + 1]]` with
 * k = `names.get(handle)`.
 */
export interface Paths {
  readonly names: ReadonlyMap<string, number>;
  readonly start: Int32Array;
  readonly values: Int32Array;
}

/** The names of a path are those of its first levels, up to this many, and of its last. Deeper categories are not known from any shop. Set by hand. */
export const MAX_DEPTH = 16;
/** Names written between two yields. Set by hand. */
const FLATTENED_AT_ONCE = 2_000;

/** Whether any of the values is a path. */
export const hasPaths = (labels: readonly string[]): boolean => labels.some(isPath);

/** Collects the names of paths, one value at a time, because a column can have thousands of values. */
export class PathNames {
  readonly #valuesByName = new Map<string, number[]>();
  /** Handles by level, kept because paths share their first levels. */
  readonly #handles = new Map<string, string>();
  #length = 0;

  /** @param roots levels that stand before those of the label in names that begin with one of them */
  add(label: string, value: number, roots: readonly string[] = []): void {
    const levels = levelsIn(label).map((level) => this.#handleOf(level));
    const upper = levels.slice(0, MAX_DEPTH);
    const names = new Set([...prefixesOf(upper), ...upper, levels.at(-1)!]);
    const above = roots.map((root) => this.#handleOf(root));
    for (let from = 0; from < above.length; from++) {
      for (const name of prefixesOf([...above.slice(from), ...upper])) names.add(name);
    }
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

  #handleOf(level: string): string {
    let handle = this.#handles.get(level);
    if (handle === undefined) {
      handle = handleOf(level);
      this.#handles.set(level, handle);
    }
    return handle;
  }
}

/** The handles of the beginnings of a path: "clothing" and "clothing-hoodies" of both levels. */
function* prefixesOf(handles: readonly string[]): Generator<string> {
  let prefix = '';
  for (const handle of handles) {
    if (handle === '') continue;
    prefix = prefix === '' ? handle : `${prefix}-${handle}`;
    yield prefix;
  }
}

/** The values whose paths have this name; `undefined` where there are none. */
export function valuesOnPath(paths: Paths | undefined, handle: string): readonly number[] | undefined {
  const k = paths?.names.get(handle);
  if (paths === undefined || k === undefined) return undefined;
  return [...paths.values.subarray(paths.start[k], paths.start[k + 1])];
}
