const whole = new Intl.NumberFormat('en');

/** With separators: 12,345. */
export const number = (value: number): string => whole.format(value);

/** "1 product", "2,000 products". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** A share as a percentage: whole ones, with a decimal below ten. */
export function percent(part: number, of: number): string {
  if (of === 0) return '–';
  const share = (100 * part) / of;
  return `${share.toLocaleString('en', { maximumFractionDigits: share < 10 ? 1 : 0 })} %`;
}
