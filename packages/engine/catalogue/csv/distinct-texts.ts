/**
 * A hash that ignores letter case. Its last bit marks a text as unusual: with characters other than printable ASCII, or
 * two spaces in a row, so that folding it may change more than letter case.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  let unusual = 0;
  let last = 126;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A difference is negative where a character is unusual, and `|=` keeps the sign. Branches would cost more than all
    // the rest.
    unusual |= (code - 32) | (126 - code) | (code + last - 65);
    hash = Math.imul(hash ^ (code | 32), 0x01000193);
    last = code;
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) & ~1) | (unusual >>> 31);
}

/** Whether folding a text with this hash may change more than letter case. */
export function isUnusual(hash: number): boolean {
  return (hash & 1) === 1;
}

/** Chains hold at most one entry on average: passing more than this does not happen by chance. */
const MOST_PASSED = 64;

/**
 * A chained hash table that numbers its entries by first appearance. The caller computes the 32-bit hashes, stores the
 * entries and compares them: look at `first(hash)`, then `after(entry)`, and `add(hash)` if none is equal.
 */
export class HashChains {
  size = 0;
  /** Entries passed since the last call of `first`. */
  #passed = 0;
  /** For each bucket its latest entry, for each entry the one before it in its bucket; -1 for none. */
  #latest = new Int32Array(64).fill(-1);
  #before = new Int32Array(64);
  #hashes = new Int32Array(64);

  /** The latest entry with this hash, -1 if there is none. */
  first(hash: number): number {
    this.#passed = 0;
    return this.#from(this.#latest[hash & (this.#latest.length - 1)], hash);
  }

  /** The next entry with the hash of this one, -1 if there is none. */
  after(entry: number): number {
    this.#passed++;
    return this.#from(this.#before[entry], this.#hashes[entry]);
  }

  /** Whether the last search passed more entries than chance explains: the hashes were constructed to collide. */
  get isCrowded(): boolean {
    return this.#passed > MOST_PASSED;
  }

  /** The hash of each entry. */
  get hashes(): Int32Array {
    return this.#hashes.subarray(0, this.size);
  }

  add(hash: number): number {
    if (this.size === this.#hashes.length) this.#grow();
    const entry = this.size++;
    this.#hashes[entry] = hash;
    this.#link(entry);
    return entry;
  }

  #from(entry: number, hash: number): number {
    let at = entry;
    let passed = 0;
    while (at >= 0 && this.#hashes[at] !== hash) {
      at = this.#before[at];
      passed++;
    }
    this.#passed += passed;
    return at;
  }

  #link(entry: number): void {
    const bucket = this.#hashes[entry] & (this.#latest.length - 1);
    this.#before[entry] = this.#latest[bucket];
    this.#latest[bucket] = entry;
  }

  #grow(): void {
    const capacity = this.size * 4;
    const hashes = new Int32Array(capacity);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#before = new Int32Array(capacity);
    this.#latest = new Int32Array(capacity).fill(-1);
    for (let entry = 0; entry < this.size; entry++) this.#link(entry);
  }
}

/**
 * Numbers texts by first appearance. For texts that are slices of a file and looked up once, this takes half as long as
 * a `Map`, which leaves compiled code to hash each.
 */
export class DistinctTexts {
  readonly texts: string[] = [];
  readonly #chains = new HashChains();
  /** The fallback for texts constructed to collide. */
  #crowded: Map<string, number> | undefined;

  /** The number of a text: its index in `texts`. */
  number(text: string, hash = hashOf(text)): number {
    const at = this.#crowded === undefined ? this.#find(text, hash) : (this.#crowded.get(text) ?? -1);
    return at >= 0 ? at : this.add(text, hash);
  }

  /** The hash of each text. */
  get hashes(): Int32Array {
    return this.#chains.hashes;
  }

  /** Adds a text that is none of `texts`, and gives its number. */
  add(text: string, hash: number): number {
    this.#crowded?.set(text, this.texts.length);
    this.texts.push(text);
    return this.#chains.add(hash);
  }

  #find(text: string, hash: number): number {
    let at = this.#chains.first(hash);
    while (at >= 0 && this.texts[at] !== text) at = this.#chains.after(at);
    if (this.#chains.isCrowded) this.#crowded = new Map(this.texts.map((each, index) => [each, index]));
    return at;
  }

  /** The texts, in memory of their own, with their hashes beside them for `hashesOf`. */
  finished(): readonly string[] {
    moveOut(this.texts);
    HASHES.set(this.texts, this.#chains.hashes);
    return this.texts;
  }
}

/** Characters that are moved at once. Set by hand. */
const MOVED = 1 << 20;

/** Gives texts memory of their own: one text that was cut from a file keeps all of the file in memory. */
export function moveOut(texts: string[]): void {
  for (let first = 0; first < texts.length; ) {
    let length = 0;
    let behind = first;
    while (behind < texts.length && length < MOVED) length += texts[behind++].length;
    const joined = texts.slice(first, behind).join('');
    for (let from = 0; first < behind; first++) {
      const to = from + texts[first].length;
      texts[first] = joined.slice(from, to);
      from = to;
    }
  }
}

const HASHES = new WeakMap<readonly string[], Int32Array>();

/** `hashOf` each text. Hashes that were computed to number the texts are reused. */
export function hashesOf(texts: readonly string[]): Int32Array {
  return HASHES.get(texts) ?? Int32Array.from(texts, hashOf);
}
