/** A round number at or above the largest value, and the steps up to it: 1, 2 or 5 times a power of ten. */
export function roundScale(
  largest: number,
  steps = 4,
): { readonly top: number; readonly ticks: readonly number[] } {
  if (!(largest > 0)) return { top: 1, ticks: [0, 1] };
  const rough = largest / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  const count = Math.ceil(largest / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
