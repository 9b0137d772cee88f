import type { Persona, PersonaEvidence } from '../types.ts';

/** Below this a persona is a guess, and is not listed. */
const LEAST_PERSONA_SCORE = 0.05;

const NONE = -1;

/**
 * Personas and their evidence in columns: gathered in rows, scored and listed best first. A table is filled for one
 * session after another, since objects for personas and their evidence were most of the memory that a session asked
 * for. What is read from it holds until it is filled again.
 */
export class PersonaTable {
  #rows = 0;
  #pieces = 0;
  #length = 0;

  // Of each row.
  readonly #ids: string[] = [];
  readonly #labels: string[] = [];
  readonly #kinds: Persona['kind'][] = [];
  readonly #scores: number[] = [];
  readonly #updated: number[] = [];
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  // Of each piece of evidence.
  readonly #signals: string[] = [];
  readonly #weights: number[] = [];
  readonly #next: number[] = [];

  /** The rows of what is listed, best first. */
  readonly #listed: number[] = [];

  /** How many personas are listed. */
  get length(): number {
    return this.#length;
  }

  /** How many there is evidence for, listed or not. */
  get rows(): number {
    return this.#rows;
  }

  /** Begins anew. */
  clear(): void {
    this.#rows = 0;
    this.#pieces = 0;
    this.#length = 0;
  }

  /** Opens a persona without evidence, and tells its row. */
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

  /** Adds evidence behind what there is. */
  append(row: number, signal: string, weight: number, at: number): void {
    this.#put(row, this.#last[row], signal, weight, at);
  }

  /** Adds evidence before what weighs less. */
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
   * Scores a persona by its evidence, `1 − exp(−sum)`, and lists it among the best, of which there are at most so many:
   * by score, equal ones by id, so that the order is always the same.
   */
  list(row: number, most = Number.POSITIVE_INFINITY): void {
    let sum = 0;
    for (let piece = this.#first[row]; piece !== NONE; piece = this.#next[piece]) sum += this.#weights[piece];
    const score = 1 - Math.exp(-sum);
    if (score < LEAST_PERSONA_SCORE) return;
    this.#scores[row] = score;
    let place = this.#length++;
    for (; place > 0 && this.#isBetter(row, this.#listed[place - 1]); place--) {
      this.#listed[place] = this.#listed[place - 1];
    }
    this.#listed[place] = row;
    if (this.#length > most) this.#length--;
  }

  #isBetter(row: number, other: number): boolean {
    const score = this.#scores[row];
    const otherScore = this.#scores[other];
    return score > otherScore || (score === otherScore && this.#ids[row] < this.#ids[other]);
  }

  // Of what is listed, by place, 0 the best.

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

  /** The first piece of a persona's evidence; each has one. */
  evidence(place: number): number {
    return this.#first[this.#listed[place]];
  }

  /** The piece behind another one; -1 behind the last. */
  after(piece: number): number {
    return this.#next[piece];
  }

  signal(piece: number): string {
    return this.#signals[piece];
  }

  weight(piece: number): number {
    return this.#weights[piece];
  }

  /** What is listed, as objects of its own. */
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
