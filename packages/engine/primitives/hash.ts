/** 32-bit FNV-1a (Fowler, Noll and Vo) over UTF-16 code units, followed by the finaliser of MurmurHash3. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/**
 * Equals `hashText(text.toLowerCase())`, but does not create the lower-case text where all of it is ASCII.
 */
export function hashLowerCase(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return hashText(text.toLowerCase());
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  return mix(hash);
}

/**
 * Combines a number with a hash: multiplication by 2^32 divided by the golden ratio (Knuth's multiplicative hashing),
 * then the finaliser of MurmurHash3.
 */
export function hashNumber(value: number, seed: number): number {
  return mix(Math.imul(seed ^ value, 0x9e3779b1) + (seed >>> 3));
}

/** The finaliser of MurmurHash3 (Appleby, public domain). */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
