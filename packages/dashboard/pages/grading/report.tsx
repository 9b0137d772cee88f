import {
  answeredInWords,
  leftAfterThree,
  meterOf,
  nothingFirst,
  productsLeft,
  worthInWords,
} from '@decidable/report/plain-words';
import type { AuditResult } from '@decidable/report/results';
import { said, saidBy } from '@decidable/report/said-wording';
import { notices } from '@decidable/report/warnings';
import {
  answered,
  bits,
  count,
  counted,
  leftOut,
  moved,
  notQuestionsByReason,
  sorted,
} from '@decidable/report/wording';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Bar } from '../../parts/charts/bar.tsx';
import { ButtonLink } from '../../parts/controls/button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { Grade } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Notice } from '../../parts/layout/notice.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { AttributeList } from './attribute-list.tsx';
import { Horizon } from './horizon.tsx';
import { Spellings } from './spellings.tsx';

export interface ReportProps {
  readonly gradingId: string;
  readonly result: AuditResult;
  readonly filled: readonly { readonly attribute: number; readonly cells: number }[];
  readonly repairable: boolean;
  readonly horizon: number;
  readonly onHorizon: (sessions: number) => void;
  readonly onFilled: () => void;
  readonly writeBack: ComponentChildren;
}

type Tab = 'attributes' | 'shelves' | 'spellings' | 'lacking' | 'others';

/** The report of an audit: the verdict, the first thing to do, then everything in parts. */
export function Report(props: ReportProps) {
  const { result, gradingId, repairable, onFilled, horizon, onHorizon, writeBack, filled } = props;
  const [tab, setTab] = useState<Tab>('attributes');
  const spelled = result.attributes.some(({ spellings = [] }) => spellings.length > 0);
  const tabs: readonly { readonly name: Tab; readonly label: string }[] = [
    { name: 'attributes', label: 'Attributes' },
    ...((result.shelves?.values.length ?? 0) > 0 ? [{ name: 'shelves', label: 'Shelves' } as const] : []),
    ...(spelled ? [{ name: 'spellings', label: 'Spellings' } as const] : []),
    ...((result.lacking?.length ?? 0) > 0
      ? [{ name: 'lacking', label: 'Facts without a column' } as const]
      : []),
    { name: 'others', label: 'Other columns' },
  ];
  return (
    <div class="stack">
      <Verdict result={result} />
      <FirstStep gradingId={gradingId} result={result} repairable={repairable} />
      {writeBack}
      <Tabs label="Parts of the report" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'attributes' && (
          <div class="stack">
            <Horizon horizon={horizon} onHorizon={onHorizon} result={result} />
            <AttributeList gradingId={gradingId} result={result} filled={filled} />
          </div>
        )}
        {tab === 'shelves' && <Shelves result={result} />}
        {tab === 'spellings' && (
          <Spellings gradingId={gradingId} result={result} repairable={repairable} onFilled={onFilled} />
        )}
        {tab === 'lacking' && <Lacking result={result} />}
        {tab === 'others' && <Others result={result} />}
      </Tabs>
    </div>
  );
}

function Verdict({ result }: { readonly result: AuditResult }) {
  const meter = meterOf(result);
  const sentence = leftAfterThree(result) ?? result.gradeReason?.message ?? answeredInWords(result);
  return (
    <Card>
      <div class="verdict-row">
        {result.grade !== null && <Grade grade={result.grade} size="large" />}
        <div class="stack close">
          <p class="verdict-sentence">{sentence}</p>
          {meter !== undefined && (
            <>
              <Bar
                label={`${answered(meter.now)} today, ${answered(meter.complete)} once everything is recorded`}
                parts={[
                  { value: meter.now, fill: 'now' },
                  { value: meter.complete - meter.now, fill: 'gain' },
                ]}
                full={1}
              />
              <p class="quiet">
                <Explained by="The share that the grade follows: A from 90 %, B from 75 %, C from 50 %, D from 25 %.">
                  {answered(meter.now)}
                </Explained>{' '}
                {meter.what}; {answered(meter.complete)} once everything is recorded.
              </p>
            </>
          )}
          <p class="quiet">{counted(result.products, 'product')}</p>
        </div>
      </div>
      {notices(result.warnings ?? [], { '': '' }, true).map(({ message }) => (
        <Notice key={message}>{message}</Notice>
      ))}
    </Card>
  );
}

/** The one thing to do first. */
function FirstStep({
  gradingId,
  result,
  repairable,
}: {
  readonly gradingId: string;
  readonly result: AuditResult;
  readonly repairable: boolean;
}) {
  const first = sorted(result).worth.find(({ action }) => action !== 'ask' && action !== 'leave');
  if (first === undefined)
    return (
      <Notice kind="good">
        Nothing of what this file has is worth recording with these settings. The other parts of the report
        may still tell something.
      </Notice>
    );
  const place = result.attributes.indexOf(first);
  return (
    <Card
      title={
        <>
          Begin with <bdi>{first.attribute}</bdi>
        </>
      }
      actions={
        <ButtonLink look="primary" icon="edit" href={`/audit/${gradingId}?attribute=${place}`}>
          {repairable ? 'Fill it in' : 'See the products'}
        </ButtonLink>
      }
    >
      <p>
        {counted(first.missing, 'product')} {first.missing === 1 ? 'lacks' : 'lack'} it, worth{' '}
        {bits(first.priority ?? 0)} bits. {worthInWords(first, result.products)}
      </p>
    </Card>
  );
}

function Shelves({ result: { shelves } }: { readonly result: AuditResult }) {
  if (shelves === undefined) return null;
  return (
    <Card look="flush" title={<>By {shelves.by}</>}>
      <Table
        caption="Shelves"
        rows={shelves.values}
        rowKey={({ value }) => value}
        columns={[
          { name: 'shelf', head: 'Shelf', cell: ({ value }) => <bdi>{value}</bdi>, by: ({ value }) => value },
          {
            name: 'grade',
            head: 'Grade',
            cell: ({ grade }) => (grade === null ? '–' : <Grade grade={grade} />),
            by: ({ grade }) => grade ?? 'Z',
          },
          {
            name: 'products',
            head: 'Products',
            isNumber: true,
            cell: ({ products }) => count(products),
            by: ({ products }) => products,
          },
          {
            name: 'left',
            head: 'Left after three answers',
            isNumber: true,
            cell: ({ remaining }) => (remaining === undefined ? '–' : productsLeft(remaining.now)),
            by: ({ remaining }) => remaining?.now ?? 0,
          },
          {
            name: 'first',
            head: 'Record first',
            cell: ({ first, grade }) =>
              first.length === 0
                ? nothingFirst(grade)
                : first.map((name) => (
                    <bdi key={name} class="chip">
                      {name}
                    </bdi>
                  )),
          },
        ]}
      />
    </Card>
  );
}

const SHOWN_VALUES = 12;

const Lacking = ({ result: { lacking = [] } }: { readonly result: AuditResult }) => (
  <div class="stack">
    <p class="quiet">
      Titles and descriptions say these of some products, and no column holds them. The bits are what a column
      of it would bring if it were recorded.
    </p>
    {lacking.map((fact) => (
      <Card key={fact.attribute} title={<bdi>{fact.attribute}</bdi>} about={`${moved(fact.bits)} bits`}>
        <p>
          {saidBy(fact)}: {said(fact, SHOWN_VALUES)}.
        </p>
        <ul>
          {fact.examples.map(({ product, text }) => (
            <li key={product}>
              <bdi>{product}</bdi>: “<bdi>{text}</bdi>”
            </li>
          ))}
        </ul>
      </Card>
    ))}
  </div>
);

function Others({ result }: { readonly result: AuditResult }) {
  const { abstained } = sorted(result);
  const byReason = [...notQuestionsByReason(result)];
  const chips = (names: readonly string[]) =>
    names.map((name) => (
      <bdi key={name} class="chip">
        {name}
      </bdi>
    ));
  return (
    <div class="stack">
      {abstained.length > 0 && (
        <Card title="Too few values to judge" about="Record at least five values of each, then grade again.">
          <div class="row">{chips(abstained.map(({ attribute }) => attribute))}</div>
        </Card>
      )}
      {byReason.map(([reason, names]) => (
        <Card
          key={reason}
          title={`${counted(names.length, 'column')} nobody is asked about`}
          about={leftOut[reason] ?? reason}
        >
          <div class="row">{chips(names)}</div>
        </Card>
      ))}
    </div>
  );
}
