import type { FactorName } from '../types.ts';

/**
 * The opinions that are mixed. A factor may have several: `sequence` knows what followed the last product, the last
 * two and the last three. The order is fixed: sums are formed in it, and stored weights refer to it by name.
 */
export const VOICES = [
  { name: 'category', factor: 'category' },
  { name: 'brand', factor: 'brand' },
  { name: 'attribute', factor: 'attribute' },
  { name: 'price', factor: 'price' },
  { name: 'keyword', factor: 'keyword' },
  { name: 'persona', factor: 'persona' },
  { name: 'revisit-current', factor: 'revisit' },
  { name: 'revisit-earlier', factor: 'revisit' },
  { name: 'revisit-any', factor: 'revisit' },
  { name: 'sequence-next', factor: 'sequence' },
  { name: 'sequence-pair', factor: 'sequence' },
  { name: 'sequence-triple', factor: 'sequence' },
  { name: 'sequence-later', factor: 'sequence' },
  { name: 'sequence-earlier', factor: 'sequence' },
  { name: 'covisited-item', factor: 'co-visited' },
  { name: 'covisited-sessions', factor: 'co-visited' },
  { name: 'covisited-wide', factor: 'co-visited' },
  { name: 'covisited-walk', factor: 'co-visited' },
  { name: 'covisited-onward', factor: 'co-visited' },
  { name: 'catalogue-near', factor: 'catalogue' },
  { name: 'context', factor: 'context' },
  { name: 'popularity', factor: 'popularity' },
  { name: 'prior', factor: 'prior' },
] as const satisfies readonly { readonly name: string; readonly factor: FactorName }[];

export type VoiceName = (typeof VOICES)[number]['name'];

export const VOICE_COUNT = VOICES.length;

const numbers = new Map<string, number>(VOICES.map((voice, k) => [voice.name, k]));

/** Place of a voice in every array of weights and opinions. */
export function voice(name: VoiceName): number {
  return numbers.get(name)!;
}
