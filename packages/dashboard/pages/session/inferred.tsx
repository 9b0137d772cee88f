import type { SessionState } from '@decidable/contract/management';
import { Bar } from '../../parts/charts/bar.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { percent } from '../../parts/words/figures.ts';

const MOST_INTERESTS = 8;

const KINDS: Readonly<Record<string, string>> = {
  category: 'category',
  brand: 'brand',
  attribute: 'attribute',
  keyword: 'search',
};

/** The personas of a session, each with the evidence behind it. */
export function Personas({ personas }: { readonly personas: SessionState['personas'] }) {
  if (personas.length === 0) return <p class="quiet">Nothing yet: a few signals tell how somebody shops.</p>;
  return (
    <ul class="inferred">
      {personas.map(({ id, label, score, evidence }) => (
        <li key={id}>
          <div class="row between">
            <strong>{label}</strong>
            <Explained by="How far the signals fit this way of shopping, 0 to 1. It fades with every other signal and with time.">
              {percent(score, 1)}
            </Explained>
          </div>
          <Bar label={`${label}: ${percent(score, 1)}`} full={1} parts={[{ value: score, fill: 'now' }]} />
          <p class="quiet">
            From{' '}
            {evidence
              .slice(0, 3)
              .map(({ signal }) => signal.replace('_', ' ').replace(':', ' '))
              .join(', ')}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What a session looks for, now and in an hour. */
export function Interests({ interests }: { readonly interests: SessionState['interests'] }) {
  if (interests.length === 0)
    return <p class="quiet">Nothing yet: categories, brands, attributes and searches will stand here.</p>;
  const full = Math.max(...interests.map(({ score }) => score));
  return (
    <ul class="inferred">
      {interests.slice(0, MOST_INTERESTS).map(({ interest, score, inAnHour }) => {
        const [kind, ...rest] = interest.split(':');
        const name = rest.join(':').replace('=', ': ');
        return (
          <li key={interest}>
            <div class="row between">
              <span>
                <strong>{name}</strong> <Badge>{KINDS[kind] ?? kind}</Badge>
              </span>
              <Explained
                by={`Strength ${score.toFixed(2)} now. Without another signal it is ${inAnHour.toFixed(2)} in an hour: interest fades.`}
              >
                {score.toFixed(2)}
              </Explained>
            </div>
            <Bar
              label={`${name}: ${score.toFixed(2)} now, ${inAnHour.toFixed(2)} in an hour`}
              full={full}
              parts={[
                { value: inAnHour, fill: 'now' },
                { value: score - inAnHour, fill: 'gain' },
              ]}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** What the colours of the bars of interests mean. */
export const FadingLegend = () => (
  <ul class="legend">
    <li>
      <span class="swatch fill-now-swatch" /> still there in an hour
    </li>
    <li>
      <span class="swatch fill-gain-swatch" /> faded by then
    </li>
  </ul>
);
