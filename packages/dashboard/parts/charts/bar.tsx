export interface Part {
  readonly value: number;
  readonly fill: 'now' | 'gain' | 'loss' | 'good' | 'quiet' | `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
}

/** What is not zero is drawn at least this wide, in hundredths of the bar, so that it stays visible. */
const LEAST = 0.6;

/** A bar of parts, one behind the other, on the scale of `full`. */
export function Bar({
  label,
  parts,
  full,
}: {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly full: number;
}) {
  let from = 0;
  return (
    <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="track" width="100" height="8" />
      {parts.map(({ value, fill }, index) => {
        const width = value <= 0 || full <= 0 ? 0 : Math.max(LEAST, (100 * value) / full);
        const x = Math.min(from, 100 - Math.min(width, 100));
        from += width;
        return (
          <rect
            key={index}
            class={fill.startsWith('series') ? fill : `fill-${fill}`}
            x={x}
            width={Math.min(width, 100 - x)}
            height="8"
          />
        );
      })}
    </svg>
  );
}
