import { emptyQuestion, gradeIfNo, howToAnswer, yesOnlyInWords } from '@decidable/report/empty-words';
import { afterAudit } from '@decidable/report/next-step';
import {
  answeredInWords,
  leftAfterThree,
  meterOf,
  nothingFirst,
  productsLeft,
  toldBy,
  worthInWords,
} from '@decidable/report/plain-words';
import type { AuditResult } from '@decidable/report/results';
import { said, saidBy } from '@decidable/report/said-wording';
import {
  expectedInWords,
  lacksSentence,
  marketplacesInWords,
  SHELF_NOTE,
  shelfInWords,
  tellingShelves,
} from '@decidable/report/sections/shelf-words';
import { notices, withRemedy } from '@decidable/report/warnings';
import {
  answered,
  bits,
  count,
  counted,
  leftOut,
  leftOutColumns,
  moved,
  notQuestionsByReason,
  sorted,
  worthOf,
} from '@decidable/report/wording';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Bar } from '../../parts/charts/bar.tsx';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { Grade } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Notice } from '../../parts/layout/notice.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { AttributeList } from './attribute-list.tsx';
import { Findings, Refused } from './findings.tsx';
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

type Tab = 'attributes' | 'shelves' | 'spellings' | 'lacking' | 'usual' | 'findings' | 'others';

/** The report of an audit: the verdict, the first thing to do, then everything in parts. */
export function Report(props: ReportProps) {
  const { result, gradingId, repairable, onFilled, horizon, onHorizon, writeBack, filled } = props;
  const [tab, setTab] = useState<Tab>('attributes');
  const isOpen = sorted(result).worth.length > 0;
  const spelled = result.attributes.some(({ spellings = [] }) => spellings.length > 0);
  const tabs: readonly { readonly name: Tab; readonly label: string }[] = [
    { name: 'attributes', label: 'Attributes' },
    ...((result.shelves?.values.length ?? 0) > 0 ? [{ name: 'shelves', label: 'Shelves' } as const] : []),
    ...(spelled ? [{ name: 'spellings', label: 'Spellings' } as const] : []),
    ...((result.lacking?.length ?? 0) > 0
      ? [{ name: 'lacking', label: 'Facts without a column' } as const]
      : []),
    ...((result.findings?.length ?? 0) > 0 ? [{ name: 'findings', label: 'Marketplaces' } as const] : []),
    ...(tellingShelves(result).length > 0 ? [{ name: 'usual', label: 'Expected facts' } as const] : []),
    { name: 'others', label: 'Other columns' },
  ];
  return (
    <div class="stack">
      <Verdict result={result} />
      <FirstStep
        gradingId={gradingId}
        result={result}
        filled={filled}
        repairable={repairable}
        onLacking={() => setTab('lacking')}
      />
      <Refused result={result} onSee={() => setTab('findings')} />
      <YesOnly result={result} />
      {(isOpen || filled.length > 0) && writeBack}
      <Tabs label="Parts of the report" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'attributes' && (
          <div class="stack">
            {isOpen && <Horizon horizon={horizon} onHorizon={onHorizon} result={result} />}
            <AttributeList gradingId={gradingId} result={result} filled={filled} />
          </div>
        )}
        {tab === 'shelves' && <Shelves result={result} />}
        {tab === 'spellings' && (
          <Spellings gradingId={gradingId} result={result} repairable={repairable} onFilled={onFilled} />
        )}
        {tab === 'lacking' && <Lacking result={result} />}
        {tab === 'findings' && <Findings result={result} />}
        {tab === 'usual' && <UsualFacts result={result} />}
        {tab === 'others' && <Others result={result} />}
      </Tabs>
    </div>
  );
}

function Verdict({ result }: { readonly result: AuditResult }) {
  const meter = meterOf(result);
  const sentence =
    leftAfterThree(result) ??
    (result.gradeReason && withRemedy(result.gradeReason, 'report')) ??
    answeredInWords(result);
  return (
    <Card>
      <div class="stack">
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
                  {meter.what}
                  {answered(meter.complete) === answered(meter.now)
                    ? '.'
                    : `; ${answered(meter.complete)} once everything is recorded.`}
                </p>
              </>
            )}
            <p class="quiet">{counted(result.products, 'product')}</p>
          </div>
        </div>
        {notices(result.warnings ?? [], { '': '' }, true, 'report').map(({ message }) => (
          <Notice key={message}>{message}</Notice>
        ))}
      </div>
    </Card>
  );
}

/** The one thing to do first. */
function FirstStep({
  gradingId,
  result,
  filled,
  repairable,
  onLacking,
}: {
  readonly gradingId: string;
  readonly result: AuditResult;
  readonly filled: ReportProps['filled'];
  readonly repairable: boolean;
  readonly onLacking: () => void;
}) {
  const cellsOf = new Map(filled.map(({ attribute, cells }) => [attribute, cells]));
  const placeOf = (attribute: AuditResult['attributes'][number]) => result.attributes.indexOf(attribute);
  const worth = sorted(result).worth.filter(({ action }) => action !== 'ask' && action !== 'leave');
  const first = worth.find((attribute) => (cellsOf.get(placeOf(attribute)) ?? 0) < attribute.missing);
  if (first === undefined && worth.length > 0)
    return (
      <Notice kind="good">
        Every value that is worth recording is filled in. Make the repaired export, and see what it was worth.
      </Notice>
    );
  if (first === undefined) {
    const [lacking] = result.lacking ?? [];
    const [usual] = tellingShelves(result);
    return (
      <>
        <Notice kind={result.allRecorded === true ? 'good' : 'info'}>{afterAudit(result, '')[0].text}</Notice>
        {usual !== undefined && (
          <Card title={shelfInWords(usual, result)} about={SHELF_NOTE}>
            <UsualFactsOf shelf={usual} />
          </Card>
        )}
        {lacking !== undefined && (
          <Card
            title={
              <>
                A column for <bdi>{lacking.attribute}</bdi> would help
              </>
            }
            actions={<Button onClick={onLacking}>See what titles say</Button>}
          >
            <p>
              {saidBy(lacking)}: {said(lacking, 3)}. No column holds it; recorded, it would bring{' '}
              {bits(lacking.bits)} bits. Add the column in your shop system, export again, and fill it in
              here.
            </p>
          </Card>
        )}
      </>
    );
  }
  const same = toldBy(first);
  const place = placeOf(first);
  const done = cellsOf.get(place) ?? 0;
  return (
    <Card
      title={
        same === undefined ? (
          <>
            {filled.length === 0 ? 'Begin' : 'Go on'} with <bdi>{first.attribute}</bdi>
          </>
        ) : (
          'What is missing, other columns tell'
        )
      }
      actions={
        <ButtonLink look="primary" icon="edit" href={`/audit/${gradingId}?attribute=${place}`}>
          {repairable ? 'Fill it in' : 'See the products'}
        </ButtonLink>
      }
    >
      {same !== undefined && (
        <p>
          A shopper who has answered <bdi>{same}</bdi> has answered <bdi>{first.attribute}</bdi>. Fill it in
          if you have the time, or go on to the columns that your shop lacks.
        </p>
      )}
      <p>
        {counted(first.missing, 'product')} {first.missing === 1 ? 'lacks' : 'lack'} it
        {done > 0 && `, ${counted(done, 'value')} of which ${done === 1 ? 'is' : 'are'} filled in`}, worth{' '}
        {bits(worthOf(first))} bits. {worthInWords(first)}
      </p>
    </Card>
  );
}

/** Facts that only ever say yes: what their empty cells mean, only their owner can say. */
function YesOnly({ result }: { readonly result: AuditResult }) {
  const question = emptyQuestion(result);
  if (question === undefined) return null;
  return (
    <Card title={question} about={gradeIfNo(result) ?? ''}>
      <ul>
        {sorted(result).yesOnly.map((fact) => (
          <li key={fact.attribute}>
            <bdi>{fact.attribute}</bdi>: {yesOnlyInWords(fact, result.products)}
          </li>
        ))}
      </ul>
      <p class="quiet">{howToAnswer(result, 'report')}</p>
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

type KnownShelf = ReturnType<typeof tellingShelves>[number];

/** What one shelf lacks of what such shelves usually have. */
const UsualFactsOf = ({ shelf }: { readonly shelf: KnownShelf }) => (
  <>
    {[lacksSentence(shelf), expectedInWords(shelf), ...marketplacesInWords(shelf)].map(
      (sentence) => sentence !== undefined && <p key={sentence}>{sentence}</p>,
    )}
  </>
);

const UsualFacts = ({ result }: { readonly result: AuditResult }) => (
  <div class="stack">
    <p class="quiet">{SHELF_NOTE}</p>
    {tellingShelves(result).map((shelf) => (
      <Card key={shelf.shelf} title={shelfInWords(shelf, result)}>
        <UsualFactsOf shelf={shelf} />
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
      {byReason.length > 0 && (
        <p class="quiet">
          Shoppers are asked about none of these columns. Where one is a fact of the product all the same,
          choose “Grade again” and say how it is to be read.
        </p>
      )}
      {abstained.length > 0 && (
        <Card title="Too few values to judge" about="Record at least five values of each, then grade again.">
          <div class="row">{chips(abstained.map(({ attribute }) => attribute))}</div>
        </Card>
      )}
      {byReason.map(([reason, names]) => (
        <Card
          key={reason}
          title={leftOutColumns[reason] ?? reason}
          about={`${counted(names.length, 'column')}: ${leftOut[reason] ?? reason}.`}
        >
          <div class="row">{chips(names)}</div>
        </Card>
      ))}
    </div>
  );
}
