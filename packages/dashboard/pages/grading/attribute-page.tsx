import { binLabel, othersInWords, rangeInWords, valueLabel } from '@decidable/report/distribution';
import {
  advice,
  askedWhere,
  lacking,
  leftInWords,
  stillAdds,
  worthInWords,
} from '@decidable/report/plain-words';
import type { AuditedAttribute, AuditResult } from '@decidable/report/results';
import { bits, count, moved, repeated, worthOf } from '@decidable/report/wording';
import type { ComponentChildren } from 'preact';
import { download } from '../../api/download.ts';
import { downloadAffected } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { Bar } from '../../parts/charts/bar.tsx';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Notice } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Stat } from '../../parts/layout/stat.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { toastProblem } from '../../parts/overlays/toasts.tsx';
import { RepairGrid } from './repair-grid.tsx';

/** From this overlap on another question is said to answer it. */
const TELLING = 0.2;

/** One attribute: what it tells, which values it has, and the products that lack it. */
export function AttributePage({
  gradingId,
  result,
  place,
  repairable,
  writeBack,
  onFilled,
}: {
  readonly gradingId: string;
  readonly result: AuditResult;
  readonly place: number;
  readonly repairable: boolean;
  readonly writeBack: ComponentChildren;
  readonly onFilled: () => void;
}) {
  const attribute = result.attributes[place];
  const { attribute: name, missing } = attribute;
  const next = result.attributes.findIndex(
    ({ missing: gaps, priority, action }, at) =>
      at > place && gaps > 0 && priority !== null && action !== 'ask' && action !== 'leave',
  );
  const save = async () => {
    const answer = await download(downloadAffected, { params: { gradingId, place: String(place) } });
    if (!answer.ok) toastProblem(answer.error);
  };
  return (
    <Page
      width="wide"
      title={<bdi>{name}</bdi>}
      lead={sentences(attribute, result)}
      back={{ href: `/audit/${gradingId}`, label: 'Report' }}
      actions={
        <>
          {missing > 0 && (
            <Button icon="download" onClick={save}>
              Sheet (CSV)
            </Button>
          )}
          {next >= 0 && (
            <ButtonLink href={`/audit/${gradingId}?attribute=${next}`} icon="arrow-right">
              Next: <bdi class="cut">{result.attributes[next].attribute}</bdi>
            </ButtonLink>
          )}
        </>
      }
    >
      <div class="stack">
        <div class="columns">
          <Figures attribute={attribute} />
          <Card title="Values today">
            <Values attribute={attribute} />
          </Card>
        </div>
        {missing > 0 && (
          <>
            {!repairable && (
              <Notice>
                The export of this audit is no longer kept, so it cannot be filled in here. Grade the export
                again.
              </Notice>
            )}
            {writeBack}
            <Card title={`${count(missing)} without it, most useful first`}>
              <RepairGrid
                key={`${gradingId} ${place}`}
                gradingId={gradingId}
                place={place}
                attribute={name}
                canFill={repairable && may('editor')}
                onFilled={onFilled}
              />
            </Card>
          </>
        )}
      </div>
    </Page>
  );
}

function sentences(attribute: AuditedAttribute, { products }: AuditResult): string {
  return [
    attribute.missing === 0 ? 'Every product has it.' : `${lacking(attribute, products)}.`,
    askedWhere(attribute, products, 6),
    leftInWords(attribute),
    attribute.missing > 0 && attribute.priority !== null ? worthInWords(attribute) : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

function Figures({ attribute }: { readonly attribute: AuditedAttribute }) {
  const { bits: b, missing, bestSubstitute } = attribute;
  const what = advice(attribute);
  const repeats = repeated(attribute);
  return (
    <Card title="What an answer tells">
      <div class="stack close">
        <Bar
          label={`${bits(b.now)} bits today, ${bits(b.complete)} once complete`}
          parts={[
            { value: b.now, fill: 'now' },
            { value: b.complete - b.now, fill: 'gain' },
          ]}
          full={b.complete}
        />
        <div class="columns figures">
          <Stat name="Today" value={`${bits(b.now)} bits`} />
          <Stat name="Once complete" value={`${bits(b.complete)} bits`} />
          {missing > 0 && (
            <Stat
              name="Recording is worth"
              value={
                <Explained by="What recording adds for a shopper who has the answers of the attributes above it in the list.">
                  {`${moved(worthOf(attribute))} bits`}
                </Explained>
              }
            />
          )}
        </div>
        {what !== undefined && <p>{what}</p>}
        {missing > 0 && bestSubstitute !== undefined && bestSubstitute.overlap >= TELLING && (
          <p>
            Once <bdi>{bestSubstitute.attribute}</bdi> is answered, it adds{' '}
            {stillAdds(bestSubstitute.overlap)}.
          </p>
        )}
        {repeats !== undefined && <p>{repeats}</p>}
      </div>
    </Card>
  );
}

function Values({ attribute }: { readonly attribute: AuditedAttribute }) {
  const { distribution } = attribute;
  if (distribution === undefined) return <p class="quiet">Nothing is recorded yet.</p>;
  const rows =
    distribution.bins === undefined
      ? (distribution.values ?? []).map(({ value, products }) => ({
          label: valueLabel(value, attribute),
          products,
        }))
      : distribution.bins.map(({ products }, at) => ({ label: binLabel(distribution, at), products }));
  const most = Math.max(1, ...rows.map(({ products }) => products));
  const words = [rangeInWords(distribution), othersInWords(distribution)].filter(
    (word) => word !== undefined,
  );
  return (
    <>
      <ul class="values">
        {rows.map(({ label, products }) => (
          <li key={label}>
            <bdi title={label}>{label}</bdi>
            <Bar
              label={`${count(products)} products`}
              parts={[{ value: products, fill: 'now' }]}
              full={most}
            />
            <span class="number">{count(products)}</span>
          </li>
        ))}
      </ul>
      {words.length > 0 && <p class="quiet">{words.join('; ')}</p>}
    </>
  );
}
