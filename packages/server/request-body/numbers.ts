import { InvalidInput } from '../errors.ts';

/**
 * Whether a JSON text may hold a number that parses to an infinity: one with an exponent of two digits or more, or with
 * 300 digits. The second expression begins at the first digit of a run, so that long runs are read once.
 */
const MAY_OVERFLOW = /[\d.][eE]\+?\d\d|(?<!\d)\d{300}/;

/** Characters of a field's path in a message. Set by hand. */
const LONGEST_PATH = 60;

/** A value and its place in the body. */
interface Placed {
  readonly value: unknown;
  /** The field, or the position in a list; absent for the body itself. */
  readonly key?: string | number;
  readonly within?: Placed;
}

/**
 * Refuses a body with a number such as `1e999`. It parses to an infinity, which JSON cannot write: in the store, in a
 * stored decision and on the way to another thread it would become `null`. Integers beyond 2^53 are kept as the nearest
 * double, as RFC 8259 (section 6) expects of readers; ids that are longer are sent as text.
 *
 * @param text the JSON that `value` was parsed from
 * @throws InvalidInput that names the field
 */
export function refuseInfinities(text: string, value: unknown): void {
  if (!MAY_OVERFLOW.test(text)) return;
  // Without recursion: bodies nest as deep as their length allows.
  const open: Placed[] = [{ value }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value: found } = place;
    if (found === Number.POSITIVE_INFINITY || found === Number.NEGATIVE_INFINITY) {
      throw new InvalidInput(
        `${pathOf(place) ?? 'The body'} is a number beyond 1.8e308, which no reader of JSON can keep. Send a smaller one, or text.`,
      );
    }
    if (found === null || typeof found !== 'object') continue;
    const inner = Array.isArray(found) ? found.entries() : Object.entries(found);
    for (const [key, each] of inner) open.push({ value: each, key, within: place });
  }
}

/** The path of a place, as people write it: `signals[3].value`. */
function pathOf(place: Placed): string | undefined {
  if (place.key === undefined) return undefined;
  const keys: (string | number)[] = [];
  for (let at: Placed | undefined = place; at?.key !== undefined; at = at.within) keys.push(at.key);
  const path = keys
    .reverse()
    .map((key, k) => (typeof key === 'number' ? `[${key}]` : k === 0 ? key : `.${key}`))
    .join('');
  const shown = path.replaceAll('\u0000', '\uFFFD').toWellFormed();
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH).toWellFormed()}…` : shown;
}
