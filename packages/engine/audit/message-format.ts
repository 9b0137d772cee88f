import { figure } from '../catalogue/figures.ts';

/** A share in per cent, as messages show it. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Converts nats to bits, with one decimal. */
export function bits(nats: number): string {
  return (nats / Math.LN2).toFixed(1);
}

/** A count with its noun in the right number: "1 cell was", "3 cells were". */
export function counted(count: number, one: string, several: string): string {
  return `${figure(count)} ${count === 1 ? one : several}`;
}
