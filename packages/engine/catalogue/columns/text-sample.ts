/** Distinct texts that show what the others of a column look like. */
const ENOUGH = 4_000;

/**
 * Indices of about `ENOUGH` of the texts of a column, of all of them where they are no more; which ones does not depend
 * on their order.
 *
 * @param hashes `hashOf` each text.
 */
export function sampleOf(hashes: Int32Array): number[] {
  const below = hashes.length <= ENOUGH ? 4294967296 : (ENOUGH / hashes.length) * 4294967296;
  const sample: number[] = [];
  for (let text = 0; text < hashes.length; text++) if (hashes[text] >>> 0 < below) sample.push(text);
  // Texts made to share their hashes are taken or left together.
  return sample.length < Math.min(ENOUGH, hashes.length) / 2 ? [...hashes.keys()] : sample;
}
