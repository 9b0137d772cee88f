import { figure } from '../catalogue/figures.ts';

/** A share as a merchandiser reads it. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Bits of a natural logarithm. */
export function bits(nats: number): string {
  return (nats / Math.LN2).toFixed(1);
}

/** "1 cell was", "3 cells were". */
export function counted(count: number, one: string, several: string): string {
  return `${figure(count)} ${count === 1 ? one : several}`;
}
