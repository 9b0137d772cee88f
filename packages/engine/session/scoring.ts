import type { Persona, PersonaEvidence } from './types.ts';

/** Below this a persona is a guess, and is not listed. */
const LEAST_PERSONA_SCORE = 0.05;

/** `score = 1 − exp(−evidence)`: each further piece adds less, and no amount of it reaches certainty. */
export function scoreOfEvidence(evidence: readonly PersonaEvidence[]): number {
  let sum = 0;
  for (const { weight } of evidence) sum += weight;
  return 1 - Math.exp(-sum);
}

/** A persona whose evidence is being gathered; it is scored when it is listed. */
export interface Standing extends Persona {
  score: number;
  readonly evidence: PersonaEvidence[];
  updatedAt: number;
}

/** A persona with its first piece of evidence. */
export function standingOf(
  id: string,
  label: string,
  kind: Persona['kind'],
  signal: string,
  weight: number,
  at: number,
): Standing {
  return { id, label, kind, score: 0, evidence: [{ signal, weight }], updatedAt: Math.max(0, at) };
}

/** Inserts into a short list that is in order, behind what is equal. */
export function insert<T>(ordered: T[], item: T, order: (a: T, b: T) => number): void {
  let place = ordered.push(item) - 1;
  for (; place > 0 && order(item, ordered[place - 1]!) < 0; place--) ordered[place] = ordered[place - 1]!;
  ordered[place] = item;
}

/** By score, equal ones by id, so that the order is always the same. */
const bestFirst = (a: Persona, b: Persona): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** Scores a persona by its evidence and lists it among the best, of which there are at most so many. */
export function list(best: Persona[], standing: Standing, most = Number.POSITIVE_INFINITY): void {
  standing.score = scoreOfEvidence(standing.evidence);
  if (standing.score < LEAST_PERSONA_SCORE) return;
  insert(best, standing, bestFirst);
  if (best.length > most) best.pop();
}
