import type { ListedGrading } from '@decidable/contract/management';
import { productsLeft } from '@decidable/report/plain-words';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listGradings } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { SeriesChart } from '../../parts/charts/series-chart.tsx';
import { ButtonLink } from '../../parts/controls/button.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { addressOfGrading, answeredOf } from '../../parts/grading/gradings-table.tsx';
import { Grade } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { ShowMore } from '../../parts/tables/show-more.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { usePages } from '../../parts/tables/use-pages.ts';
import { day } from '../../parts/words/times.ts';
import { Changes } from './changes.tsx';

/** Gradings that are looked at. */
const LATEST = 200;

/** What results are followed by: their shelf, or the name of the export; a repaired one is followed with its original. */
const shelfOf = ({ category, names: [name = 'Audits by the API'] }: ListedGrading): string =>
  category ?? name.replace(/-repaired(?=\.|$)/, '');

/** Kept results of each shelf over time, with what changed in between. */
export default function Monitor() {
  const first = useCall(listGradings, { query: { limit: LATEST } });
  const { error, reload } = first;
  const { items, showMore } = usePages(
    first,
    ({ gradings }) => gradings,
    (cursor) => call(listGradings, { query: { limit: LATEST, cursor } }),
  );
  const [chosen, setChosen] = useState<string>();
  const shelves = Map.groupBy(items ?? [], shelfOf);
  const shelf = chosen ?? shelves.keys().next().value;
  return (
    <Page
      width="wide"
      title="Monitor"
      lead="Follow your shelves: what each result said, and what changed from one to the next."
    >
      {error !== undefined && <Problem error={error} retry={reload} />}
      {items === undefined ? (
        error === undefined && <Skeleton lines={8} />
      ) : shelf === undefined ? (
        <Card>
          <Empty
            icon="monitor"
            title="Nothing was graded yet"
            actions={
              <ButtonLink look="primary" href="/audit">
                Grade an export
              </ButtonLink>
            }
          >
            Grade the export of a shelf every week or month, with the same shelf name. Here you see whether it
            gets better.
          </Empty>
        </Card>
      ) : (
        <div class="stack">
          {shelves.size > 1 && (
            <SelectField
              label="Shelf or export"
              value={shelf}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {[...shelves.keys()].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
          )}
          <Shelf key={shelf} name={shelf} gradings={shelves.get(shelf) ?? []} />
          <ShowMore label="Look further back" onMore={showMore} />
        </div>
      )}
    </Page>
  );
}

function Shelf({ name, gradings }: { readonly name: string; readonly gradings: readonly ListedGrading[] }) {
  const audits = gradings.filter(({ kind }) => kind === 'audit');
  // The share of answered bits would rise with every column that leaves; what three answers leave does not fall by it.
  const measured = audits.filter(({ summary }) => summary?.left !== undefined).toReversed();
  return (
    <>
      {measured.length > 1 && (
        <Card title={<bdi>{name}</bdi>}>
          <SeriesChart
            kind="lines"
            title={`Products left after three answers, ${measured.length} audits`}
            labels={measured.map(({ at }) => day(at))}
            series={[
              {
                name: 'products left',
                values: measured.map(({ summary }) => Math.round(10 * (summary?.left?.now ?? 0)) / 10),
              },
            ]}
            unit=" products"
          />
        </Card>
      )}
      {audits.length > 1 && <Changes audits={audits} />}
      <Card look="flush" title="Results">
        <Table
          caption={`Results of ${name}`}
          rows={gradings}
          rowKey={({ gradingId }) => gradingId}
          columns={[
            {
              name: 'at',
              head: 'When',
              cell: (grading) => (
                <a href={addressOfGrading(grading)}>
                  <When at={grading.at} />
                </a>
              ),
            },
            {
              name: 'kind',
              head: 'What',
              cell: ({ kind, names }) => (
                <>
                  {kind === 'audit' ? 'Audit of ' : 'Comparison of '}
                  <bdi>{names.join(' → ')}</bdi>
                </>
              ),
            },
            {
              name: 'grade',
              head: 'Grade',
              cell: ({ summary }) => (summary?.grade === undefined ? '–' : <Grade grade={summary.grade} />),
            },
            {
              name: 'answered',
              head: 'Answered',
              isNumber: true,
              cell: answeredOf,
            },
            {
              name: 'left',
              head: 'Left after three answers',
              isNumber: true,
              cell: ({ summary }) => (summary?.left === undefined ? '–' : productsLeft(summary.left.now)),
            },
            {
              name: 'products',
              head: 'Products',
              isNumber: true,
              cell: ({ summary }) => summary?.products.toLocaleString('en') ?? '–',
            },
          ]}
        />
      </Card>
    </>
  );
}
