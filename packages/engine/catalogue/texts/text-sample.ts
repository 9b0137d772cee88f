/** The size of the sample of distinct texts that represents a column. */
const ENOUGH = 4_000;

/**
 * Indices of about `ENOUGH` of the texts of a column, or of all if there are no more. The choice does not depend on
 * their order.
 *
 * @param hashes `hashOf` each text.
 */
export function sampleOf(hashes: Int32Array): number[] {
  const below = hashes.length <= ENOUGH ? 4294967296 : (ENOUGH / hashes.length) * 4294967296;
  const sample: number[] = [];
  for (let text = 0; text < hashes.length; text++) if (hashes[text] >>> 0 < below) sample.push(text);
  // Texts constructed to share their hashes are all taken or all left out.
  return sample.length < Math.min(ENOUGH, hashes.length) / 2 ? [...hashes.keys()] : sample;
}
