import {
  advice,
  askedWhere,
  lacking,
  left,
  leftInWords,
  togetherInWords,
  toldBy,
} from '@decidable/report/plain-words';
import type { AuditedAttribute, AuditResult } from '@decidable/report/results';
import { bits, count, counted, moved, percent, worthOf } from '@decidable/report/wording';
import { useMemo, useState } from 'preact/hooks';
import { Bar } from '../../parts/charts/bar.tsx';
import { SearchField } from '../../parts/forms/search-field.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';

const ACTIONS = {
  record: 'Look it up',
  derive: 'Fill from another column',
  ask: 'Ask instead',
  leave: 'Leave it',
};
const KINDS = { record: 'accent', derive: 'good' } as const;

/** Lists longer than this can be searched. */
const MANY = 12;

/** The attributes of an audit, most worth recording first; each leads to its products. */
export function AttributeList({
  gradingId,
  result,
  filled,
}: {
  readonly gradingId: string;
  readonly result: AuditResult;
  readonly filled: readonly { readonly attribute: number; readonly cells: number }[];
}) {
  const [search, setSearch] = useState('');
  const judged = useMemo(
    () =>
      result.attributes
        .map((attribute, place) => ({ attribute, place }))
        .filter(({ attribute: { priority } }) => priority !== null)
        // What is complete stands behind what is not, and tells most first.
        .sort(({ attribute: left }, { attribute: right }) =>
          left.missing === 0 && right.missing === 0 ? right.bits.now - left.bits.now : 0,
        ),
    [result],
  );
  const together = togetherInWords(result);
  const full = Math.max(0.01, ...judged.map(({ attribute }) => attribute.bits.complete));
  const wanted = search.trim().toLowerCase();
  const shown = judged.filter(({ attribute }) => attribute.attribute.toLowerCase().includes(wanted));
  const cellsOf = new Map(filled.map(({ attribute, cells }) => [attribute, cells]));
  return (
    <Card look="flush">
      <div class="attribute-key">
        <span class="legend-entry">
          <i class="swatch fill-now" /> bits that an answer gives today
        </span>
        <span class="legend-entry">
          <i class="swatch fill-gain" /> still to gain
        </span>
        <Explained by="A bit halves the choice: an answer of one bit leaves 50 of 100 products, one of two bits 25.">
          What is a bit?
        </Explained>
        {judged.length > MANY && (
          <SearchField
            label="Find an attribute"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        )}
      </div>
      <ul class="attributes" aria-label="Attributes, most worth recording first">
        {shown.map(({ attribute, place }) => (
          <Row
            key={place}
            attribute={attribute}
            href={`/audit/${gradingId}?attribute=${place}`}
            full={full}
            products={result.products}
            filled={cellsOf.get(place) ?? 0}
          />
        ))}
      </ul>
      {together !== undefined && <p class="quiet attributes-together">{together}</p>}
    </Card>
  );
}

function Row({
  attribute,
  href,
  full,
  products,
  filled,
}: {
  readonly attribute: AuditedAttribute;
  readonly href: string;
  readonly full: number;
  readonly products: number;
  readonly filled: number;
}) {
  const { attribute: name, bits: b, missing, action, narrowing, bestSubstitute } = attribute;
  const same = missing === 0 ? undefined : toldBy(attribute);
  const { of, now, complete } = left(narrowing);
  return (
    <li>
      <a href={href} class="attribute">
        <span class="name">
          <bdi>{name}</bdi>
          {missing > 0 && action !== undefined && (
            <Badge {...(action === 'record' || action === 'derive' ? { kind: KINDS[action] } : {})}>
              {ACTIONS[action]}
            </Badge>
          )}
          {filled > 0 && <Badge kind="good">{counted(filled, 'value')} filled in</Badge>}
        </span>
        <span class="bits">
          <Bar
            label={`${bits(b.now)} bits today, ${bits(b.complete)} once complete`}
            parts={[
              { value: b.now, fill: 'now' },
              { value: b.complete - b.now, fill: 'gain' },
            ]}
            full={full}
          />
          <small>
            {bits(b.now)} of {bits(b.complete)} bits
          </small>
        </span>
        <span class="left" title={leftInWords(attribute)}>
          leaves {now === complete ? count(now) : `${count(now)} → ${count(complete)}`} of {count(of)}
        </span>
        <span class="missing">{missing === 0 ? 'complete' : lacking(attribute, products)}</span>
        <span class="worth">{missing === 0 ? '' : `${moved(worthOf(attribute))} bits`}</span>
        <span class="advice">
          {[askedWhere(attribute, products), advice(attribute)].filter(Boolean).join(' ')}
          {same !== undefined && bestSubstitute !== undefined && (
            <>
              {' '}
              <bdi>{same}</bdi> tells {percent(bestSubstitute.overlap)} of it already.
            </>
          )}
        </span>
      </a>
    </li>
  );
}
