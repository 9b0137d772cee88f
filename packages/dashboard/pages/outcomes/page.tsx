import { useState } from 'preact/hooks';
import type { AnswerTo } from '../../api/operation.ts';
import { readOutcomes } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { SeriesChart } from '../../parts/charts/series-chart.tsx';
import { ButtonLink } from '../../parts/controls/button.tsx';
import { Segments } from '../../parts/controls/segments.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Stat } from '../../parts/layout/stat.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { factorWords } from '../../parts/words/factors.ts';
import { counted, percent } from '../../parts/words/figures.ts';
import './outcomes.css';

type Outcomes = AnswerTo<typeof readOutcomes>;
type Finding = Outcomes['findings'][number];

const SPANS = [
  { name: '1', label: 'Today' },
  { name: '7', label: '7 days' },
  { name: '28', label: '28 days' },
] as const;
type Span = (typeof SPANS)[number]['name'];

const TITLES: Readonly<Record<string, string>> = {
  searches_without_results: 'Searches that find nothing',
  unknown_products_in_signals: 'Signals about unknown products',
  unknown_products_in_events: 'Events about unknown products',
  exposures_unmatched: 'Shown lists that match no ranking',
  decisions_not_shown: 'Rankings that nobody is known to have seen',
};

export default function OutcomesPage() {
  const [days, setDays] = useState<Span>('7');
  const { data, error, reload } = useCall(readOutcomes, { query: { days: Number(days) } });
  return (
    <Page
      title="Outcomes"
      lead="What came of the rankings: what was shown, clicked and bought, and what cannot have worked."
      actions={<Segments label="How far back" options={SPANS} chosen={days} onChoose={setDays} />}
    >
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data === undefined ? error === undefined && <Skeleton lines={8} /> : <Report outcomes={data} />}
    </Page>
  );
}

function Report({ outcomes }: { readonly outcomes: Outcomes }) {
  const { total, decisions, positions, factors, findings, orders, learning } = outcomes;
  if (decisions === 0 && findings.length === 0)
    return (
      <Card>
        <Empty
          icon="outcome"
          title="No rankings in this time"
          actions={
            <>
              <ButtonLink look="primary" href="/self-test">
                Test the integration
              </ButtonLink>
              <ButtonLink href="/docs/quick-start">Read the quick start</ButtonLink>
            </>
          }
        >
          Once your shop asks for lists and reports what it shows, you see here which places and which reasons
          bring clicks and purchases.
        </Empty>
      </Card>
    );
  return (
    <div class="stack">
      <div class="columns outcome-figures">
        <Card>
          <Stat
            name="Rankings"
            value={decisions.toLocaleString('en')}
            note={`${counted(outcomes.shownDecisions, 'one was', 'were')} shown, as far as was reported`}
          />
        </Card>
        <Card>
          <Stat
            name="Products shown"
            value={total.shown.toLocaleString('en')}
            note="in places that the shopper could see"
          />
        </Card>
        <Card>
          <Stat
            name={
              <Explained by="Looked at, put into the cart or bought within half an hour after the list.">
                Clicked
              </Explained>
            }
            value={percent(total.clicked, total.shown)}
            note={`${total.clicked.toLocaleString('en')} of ${total.shown.toLocaleString('en')}`}
          />
        </Card>
        <Card>
          <Stat
            name={
              <Explained by="What orders that you uploaded confirm. What browsers claim stands in the note: anybody can send that.">
                Bought
              </Explained>
            }
            value={total.bought.toLocaleString('en')}
            note={
              orders.uploaded === 0
                ? `${counted(total.claimed, 'claim')} of browsers; no orders uploaded`
                : `${counted(orders.uploaded, 'order')} uploaded`
            }
          />
        </Card>
      </div>
      <Findings findings={findings} />
      {positions.length > 0 && (
        <Card
          title="By place on the page"
          about="The share of shown products that were clicked. It falls from place to place: where it does not, something below deserves to be higher."
        >
          <SeriesChart
            title="Share of shown products that were clicked, by place"
            kind="columns"
            unit=" %"
            labels={positions.map(({ from, to }) =>
              to === null ? `${from}+` : from === to ? String(from) : `${from}–${to}`,
            )}
            series={[
              {
                name: 'clicked',
                values: positions.map(({ shown, clicked }) =>
                  shown === 0 ? 0 : Math.round((1000 * clicked) / shown) / 10,
                ),
              },
            ]}
          />
        </Card>
      )}
      {factors.length > 0 && (
        <Card
          look="flush"
          title="By reason"
          about="Each shown product counts for each reason by its share of the score: which reasons bring clicks."
        >
          <Table
            caption="Outcomes by reason"
            rows={factors}
            rowKey={({ factor }) => factor}
            order={{ name: 'shown', direction: 'descending' }}
            columns={[
              {
                name: 'factor',
                head: 'Reason',
                cell: ({ factor }) => (
                  <Explained by={factorWords(factor).about}>{factorWords(factor).name}</Explained>
                ),
                by: ({ factor }) => factorWords(factor).name,
              },
              {
                name: 'shown',
                head: 'Shown for it',
                isNumber: true,
                cell: ({ shown }) => Math.round(shown).toLocaleString('en'),
                by: ({ shown }) => shown,
              },
              {
                name: 'clicked',
                head: 'Clicked',
                isNumber: true,
                cell: ({ clicked, shown }) => percent(clicked, shown),
                by: ({ clicked, shown }) => clicked / shown,
              },
              {
                name: 'bought',
                head: 'Bought',
                isNumber: true,
                cell: ({ bought }) => bought.toLocaleString('en', { maximumFractionDigits: 1 }),
                by: ({ bought }) => bought,
              },
            ]}
          />
        </Card>
      )}
      <Card title="What the model learns from">
        <p>
          {counted(learning.visits, 'visit')} could teach; {counted(learning.putAside, 'one is', 'are')} put
          aside
          {learning.putAside > 0 &&
            `: ${Object.entries(learning.reasons)
              .map(([reason, count]) => `${reason} ${count}`)
              .join(', ')}`}
          . <a href="/docs/stored-data">What is stored, and what is learned</a>
        </p>
      </Card>
    </div>
  );
}

/** What costs outcomes, each with its fix. */
function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0)
    return (
      <Card title="Findings">
        <p class="row">
          <Badge kind="good">good</Badge> Signals, events and lists name products of the catalogue, and lists
          are reported as shown.
        </p>
      </Card>
    );
  return (
    <Card title="Findings" about="What cannot have worked as it was meant, with the fix.">
      <ul class="findings">
        {findings.map(({ code, count, of, message, fix, examples }) => (
          <li key={code}>
            <div class="row">
              <Badge kind="warn">{percent(count, of)}</Badge>
              <h3>{TITLES[code] ?? code}</h3>
              <span class="quiet">
                {count.toLocaleString('en')} of {of.toLocaleString('en')}
              </span>
            </div>
            <p>{message}</p>
            <p>
              <strong>Fix:</strong> {fix}
            </p>
            {examples.length > 0 && (
              <ul class="examples" aria-label="Examples">
                {examples.map(({ text, count: times }) => (
                  <li key={text} class="chip">
                    {text} <span class="quiet">{times}×</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
