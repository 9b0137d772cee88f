import type { Persona, PersonaEvidence } from '../types.ts';

/** Personas with a lower score are not listed; set by hand. */
const MIN_PERSONA_SCORE = 0.05;

const NONE = -1;

/**
 * Personas and their evidence in columns: collected in rows, scored, and listed best first. One table is reused for all
 * sessions, since objects for personas and evidence were most of the memory that a session allocated. Values read from
 * it are valid until it is cleared.
 */
export class PersonaTable {
  #rows = 0;
  #pieces = 0;
  #length = 0;

  // One entry a row.
  readonly #ids: string[] = [];
  readonly #labels: string[] = [];
  readonly #kinds: Persona['kind'][] = [];
  readonly #scores: number[] = [];
  readonly #updated: number[] = [];
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  // One entry a piece of evidence.
  readonly #signals: string[] = [];
  readonly #weights: number[] = [];
  readonly #next: number[] = [];

  /** The listed rows, best first. */
  readonly #listed: number[] = [];

  /** How many personas are listed. */
  get length(): number {
    return this.#length;
  }

  /** How many personas have evidence, listed or not. */
  get rows(): number {
    return this.#rows;
  }

  /** Empties the table for the next session. */
  clear(): void {
    this.#rows = 0;
    this.#pieces = 0;
    this.#length = 0;
  }

  /** Adds a persona without evidence, and returns its row. */
  open(id: string, label: string, kind: Persona['kind']): number {
    const row = this.#rows++;
    this.#ids[row] = id;
    this.#labels[row] = label;
    this.#kinds[row] = kind;
    this.#scores[row] = 0;
    this.#updated[row] = 0;
    this.#first[row] = NONE;
    this.#last[row] = NONE;
    return row;
  }

  /** Adds evidence at the end. */
  append(row: number, signal: string, weight: number, at: number): void {
    this.#put(row, this.#last[row], signal, weight, at);
  }

  /** Adds evidence in front of the first piece with a lower weight. */
  insert(row: number, signal: string, weight: number, at: number): void {
    let before = NONE;
    let piece = this.#first[row];
    while (piece !== NONE && this.#weights[piece] >= weight) {
      before = piece;
      piece = this.#next[piece];
    }
    this.#put(row, before, signal, weight, at);
  }

  #put(row: number, before: number, signal: string, weight: number, at: number): void {
    const piece = this.#pieces++;
    this.#signals[piece] = signal;
    this.#weights[piece] = weight;
    if (before === NONE) {
      this.#next[piece] = this.#first[row];
      this.#first[row] = piece;
    } else {
      this.#next[piece] = this.#next[before];
      this.#next[before] = piece;
    }
    if (this.#last[row] === before) this.#last[row] = piece;
    if (at > this.#updated[row]) this.#updated[row] = at;
  }

  /**
   * Scores a persona by its evidence, `1 − exp(−sum)`, and lists it if it is among the best `limit`. Ties are ordered
   * by id, so that the order is deterministic.
   */
  list(row: number, limit = Number.POSITIVE_INFINITY): void {
    let sum = 0;
    for (let piece = this.#first[row]; piece !== NONE; piece = this.#next[piece]) sum += this.#weights[piece];
    const score = 1 - Math.exp(-sum);
    if (score < MIN_PERSONA_SCORE) return;
    this.#scores[row] = score;
    let place = this.#length++;
    for (; place > 0 && this.#isBetter(row, this.#listed[place - 1]); place--) {
      this.#listed[place] = this.#listed[place - 1];
    }
    this.#listed[place] = row;
    if (this.#length > limit) this.#length--;
  }

  #isBetter(row: number, other: number): boolean {
    const score = this.#scores[row];
    const otherScore = this.#scores[other];
    return score > otherScore || (score === otherScore && this.#ids[row] < this.#ids[other]);
  }

  // Listed personas by place; 0 is the best.

  id(place: number): string {
    return this.#ids[this.#listed[place]];
  }

  label(place: number): string {
    return this.#labels[this.#listed[place]];
  }

  kind(place: number): Persona['kind'] {
    return this.#kinds[this.#listed[place]];
  }

  score(place: number): number {
    return this.#scores[this.#listed[place]];
  }

  updatedAt(place: number): number {
    return this.#updated[this.#listed[place]];
  }

  /** The first piece of evidence of a persona; each has at least one. */
  evidence(place: number): number {
    return this.#first[this.#listed[place]];
  }

  /** The next piece of evidence; -1 after the last. */
  after(piece: number): number {
    return this.#next[piece];
  }

  signal(piece: number): string {
    return this.#signals[piece];
  }

  weight(piece: number): number {
    return this.#weights[piece];
  }

  /** The listed personas, copied into objects. */
  personas(): Persona[] {
    return Array.from({ length: this.#length }, (_, place) => ({
      id: this.id(place),
      label: this.label(place),
      kind: this.kind(place),
      score: this.score(place),
      evidence: this.#evidenceAt(place),
      updatedAt: this.updatedAt(place),
    }));
  }

  #evidenceAt(place: number): PersonaEvidence[] {
    const evidence: PersonaEvidence[] = [];
    for (let piece = this.evidence(place); piece !== NONE; piece = this.after(piece)) {
      evidence.push({ signal: this.signal(piece), weight: this.weight(piece) });
    }
    return evidence;
  }
}
