/** Distinct texts that show what the others of a column look like. */
const ENOUGH = 4_000;

/** So many of its last characters decide whether a text is taken. */
const HASHED_CHARACTERS = 12;

/** About `ENOUGH` of the texts of a column, all of them where they are no more; which ones does not depend on their order. */
export function sampleOf(texts: readonly string[]): readonly string[] {
  if (texts.length <= ENOUGH) return texts;
  const below = (ENOUGH / texts.length) * 4294967296;
  const sample = texts.filter((text) => hashOfEnd(text) < below);
  // Long texts that all end alike are taken or left together.
  return sample.length < ENOUGH / 2 ? texts : sample;
}

/** Letter case makes no difference. */
function hashOfEnd(text: string): number {
  let hash = text.length;
  for (let i = Math.max(0, text.length - HASHED_CHARACTERS); i < text.length; i++) {
    const code = text.charCodeAt(i);
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
