import { Chart } from './chart.tsx';

export interface Bin {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** How often values fall between bounds of equal distance. */
export function Histogram({ title, bins }: { readonly title: string; readonly bins: readonly Bin[] }) {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = 100 / Math.max(1, bins.length);
  return (
    <Chart
      look="histogram"
      title={title}
      table={{
        head: ['Range', 'Products'],
        rows: bins.map(({ from, to, count }) => [`${from} to ${to}`, count]),
      }}
    >
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        {bins.map(({ from, to, count }, at) => (
          <rect
            key={from}
            class="fill-now"
            x={at * width + width * 0.06}
            width={width * 0.88}
            y={40 - (40 * count) / most}
            height={(40 * count) / most}
          >
            <title>{`${from} to ${to}: ${count.toLocaleString('en')}`}</title>
          </rect>
        ))}
      </svg>
      {bins.length > 0 && (
        <div class="ends" aria-hidden="true">
          <span>{bins[0].from}</span>
          <span>{bins.at(-1)!.to}</span>
        </div>
      )}
    </Chart>
  );
}
