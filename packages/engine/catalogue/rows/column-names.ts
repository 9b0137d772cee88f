/** A name so much like another that it is taken for a slip: at most this share of its letters differ. Set by hand. */
const MOST_DIFFERENT = 0.34;

/** The name that is nearest to a wanted one, by letters that differ (Levenshtein); undefined where none is near. */
export function nearest(wanted: string, names: readonly string[]): string | undefined {
  const own = keyOf(wanted);
  let best: string | undefined;
  let least = Math.floor(own.length * MOST_DIFFERENT) + 1;
  for (const name of names) {
    if (name === '' || Math.abs(name.length - wanted.length) > own.length) continue;
    const distance = levenshtein(own, keyOf(name));
    if (distance < least) {
      best = name;
      least = distance;
    }
  }
  return best;
}

/** A name without letter case and punctuation: `Product ID`, `product_id` and `productId` are one. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.-]+/gu, '')
    .slice(0, 100);

function levenshtein(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      row.push(Math.min(before[j + 1] + 1, row[j] + 1, before[j] + (a[i] === b[j] ? 0 : 1)));
    }
    before = row;
  }
  return before[b.length];
}
