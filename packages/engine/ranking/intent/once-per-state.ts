/** Stands for `undefined` among what was computed. */
const NOTHING = Symbol('nothing');

/** What was computed of a session state so far. It lives as long as the state, and is no part of what the state says. */
export class Computed {
  readonly #byReader: unknown[][] = [];

  /** The values of a reader, by number. */
  of(reader: number): unknown[] {
    let values = this.#byReader[reader];
    if (values === undefined) {
      values = [];
      this.#byReader[reader] = values;
    }
    return values;
  }
}

let nextReader = 0;

/**
 * Has a function of a session state and a number compute each value once: most experts of a ranking ask for the same
 * columns again.
 *
 * @param compute a pure function; the number is small, such as that of a column
 */
export function oncePerState<State extends { readonly computed: Computed }, T>(
  compute: (state: State, number: number) => T,
): (state: State, number: number) => T {
  const reader = nextReader++;
  return (state, number) => {
    const values = state.computed.of(reader);
    const known = values[number];
    if (known !== undefined) return known === NOTHING ? (undefined as T) : (known as T);
    const value = compute(state, number);
    values[number] = value === undefined ? NOTHING : value;
    return value;
  };
}
