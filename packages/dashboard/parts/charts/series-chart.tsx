import { Chart } from './chart.tsx';
import { roundScale } from './scale.ts';
import { useWidth } from './use-width.ts';

export interface Series {
  readonly name: string;
  /** One value for each label. */
  readonly values: readonly number[];
}

/** Before the real width is known, in px. */
const WIDTH = 720;
/** Room for a label below, in px. */
const LABEL = 64;
const HEIGHT = 220;
const LEFT = 44;
const RIGHT = 4;
const TOP = 8;
const BOTTOM = 22;

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Values over time or another order: stacked columns, or lines.
 *
 * @param labels of the values, from left to right, as short as they can be
 */
export function SeriesChart({
  title,
  labels,
  series,
  kind,
  unit = '',
}: {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly kind: 'columns' | 'lines';
  readonly unit?: string;
}) {
  const [picture, width] = useWidth<SVGSVGElement>(WIDTH);
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + values[at], 0));
  const largest = Math.max(0, ...(kind === 'columns' ? totals : series.flatMap(({ values }) => values)));
  const { top, ticks } = roundScale(largest);
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const room = Math.max(1, width - LEFT - RIGHT);
  const slot = room / Math.max(1, labels.length);
  const every = Math.max(1, Math.ceil((labels.length * LABEL) / room));
  return (
    <Chart
      title={title}
      table={{
        head: ['', ...series.map(({ name }) => name)],
        rows: labels.map((label, at) => [
          label,
          ...series.map(({ values }) => values[at].toLocaleString('en')),
        ]),
      }}
    >
      <svg ref={picture} viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="rule" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text class="tick" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
              {short.format(tick)}
            </text>
          </g>
        ))}
        {labels.map((label, at) =>
          at % every === 0 ? (
            <text key={label} class="tick" x={LEFT + slot * (at + 0.5)} y={HEIGHT - 5} text-anchor="middle">
              {label}
            </text>
          ) : null,
        )}
        {kind === 'columns' ? (
          <Columns
            labels={labels}
            series={series}
            x={(at) => LEFT + slot * at}
            slot={slot}
            y={y}
            unit={unit}
          />
        ) : (
          series.map(({ name, values }, index) => (
            <g key={name} class={`series-${(index % 8) + 1}`}>
              <path
                class="line"
                d={values
                  .map((value, at) => `${at === 0 ? 'M' : 'L'}${LEFT + slot * (at + 0.5)} ${y(value)}`)
                  .join('')}
              />
              {values.map((value, at) => (
                <circle key={at} class="column" cx={LEFT + slot * (at + 0.5)} cy={y(value)} r="3">
                  <title>{`${labels[at]}: ${name} ${value.toLocaleString('en')}${unit}`}</title>
                </circle>
              ))}
            </g>
          ))
        )}
      </svg>
      {series.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {series.map(({ name }, index) => (
            <li key={name}>
              <span class={`swatch series-${(index % 8) + 1}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </Chart>
  );
}

function Columns({
  labels,
  series,
  x,
  slot,
  y,
  unit,
}: {
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly x: (at: number) => number;
  readonly slot: number;
  readonly y: (value: number) => number;
  readonly unit: string;
}) {
  const width = Math.min(36, slot * 0.72);
  return (
    <>
      {labels.map((label, at) => {
        let below = 0;
        return (
          <g key={label}>
            {series.map(({ name, values }, index) => {
              const from = below;
              below += values[at];
              if (values[at] <= 0) return null;
              return (
                <rect
                  key={name}
                  class={`column series-${(index % 8) + 1}`}
                  x={x(at) + (slot - width) / 2}
                  width={width}
                  y={y(below)}
                  height={Math.max(1, y(from) - y(below))}
                  rx="1.5"
                >
                  <title>{`${label}: ${name} ${values[at].toLocaleString('en')}${unit}`}</title>
                </rect>
              );
            })}
          </g>
        );
      })}
    </>
  );
}
