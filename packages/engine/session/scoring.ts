import type { Persona, PersonaEvidence } from './types.ts';

/** `score = 1 − exp(−evidence)`: each further piece adds less, and no amount of it reaches certainty. */
export function scoreOfEvidence(evidence: readonly PersonaEvidence[]): number {
  let sum = 0;
  for (const { weight } of evidence) sum += weight;
  return 1 - Math.exp(-sum);
}

/** By score, equal ones by id, so that the order is always the same. */
export const bestFirst = (a: Persona, b: Persona): number => b.score - a.score || (a.id < b.id ? -1 : 1);
