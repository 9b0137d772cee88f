/** A line of values without axes, beside the figure that it belongs to. */
export function Sparkline({ label, values }: { readonly label: string; readonly values: readonly number[] }) {
  const largest = Math.max(...values, 1e-9);
  const step = 100 / Math.max(1, values.length - 1);
  const path = values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${at * step} ${23 - 22 * (value / largest)}`)
    .join('');
  return (
    <svg class="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
