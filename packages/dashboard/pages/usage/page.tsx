import { useState } from 'preact/hooks';
import { download } from '../../api/download.ts';
import { exportUsage, readUsage } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { SeriesChart } from '../../parts/charts/series-chart.tsx';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Segments } from '../../parts/controls/segments.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { toastProblem } from '../../parts/overlays/toasts.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { counted, number } from '../../parts/words/figures.ts';
import { daysUpTo, perOperation } from './series.ts';

const spans = [
  { name: '7', label: '7 days' },
  { name: '30', label: '30 days' },
  { name: '90', label: '90 days' },
] as const;

/** Answered requests, one line an operation, day by day. */
export default function Usage() {
  const [span, setSpan] = useState<(typeof spans)[number]['name']>('30');
  const shown = daysUpTo(new Date(), Number(span));
  const query = { from: shown[0], to: shown.at(-1)! };
  const { data, error, reload } = useCall(readUsage, { query });
  const save = async () => {
    const answer = await download(exportUsage, { query });
    if (!answer.ok) toastProblem(answer.error);
  };
  const series = data === undefined ? [] : perOperation(data.days, shown);
  const total = data?.total.reduce((sum, { requests }) => sum + requests, 0) ?? 0;
  return (
    <Page
      title="Usage"
      lead={
        <>
          Requests that the service{' '}
          <Explained by="Requests that were refused, such as those without a valid key, do not count; neither does what the dashboard itself asks.">
            answered
          </Explained>{' '}
          for your keys. Days begin at midnight UTC.
        </>
      }
      actions={
        <>
          <Segments label="Days" options={spans} chosen={span} onChoose={setSpan} />
          <Button icon="download" onClick={save}>
            CSV
          </Button>
        </>
      }
    >
      <div class="stack">
        {error !== undefined && <Problem error={error} retry={reload} />}
        {data === undefined ? (
          error === undefined && <Skeleton />
        ) : total === 0 ? (
          <Card>
            <Empty
              icon="chart"
              title="No requests yet"
              actions={
                <ButtonLink look="primary" href="/keys">
                  Create a key
                </ButtonLink>
              }
            >
              As soon as a shop uses a key, its requests are counted here, one line for each operation.
            </Empty>
          </Card>
        ) : (
          <>
            <Card title={counted(total, 'request')}>
              <SeriesChart
                title={`${counted(total, 'request')} in ${span} days, by operation`}
                kind="columns"
                labels={shown.map((day) => day.slice(5))}
                series={series}
                unit=" requests"
              />
            </Card>
            <Card look="flush">
              <Table
                caption="Usage by operation"
                rows={data.total}
                rowKey={({ operation }) => operation}
                order={{ name: 'requests', direction: 'descending' }}
                columns={[
                  {
                    name: 'operation',
                    head: 'Operation',
                    by: ({ operation }) => operation,
                    cell: ({ operation, endpoints }) => (
                      <>
                        {operation}{' '}
                        <small>
                          {Object.entries(endpoints)
                            .map(([path, requests]) => `${path} ${number(requests)}`)
                            .join(' · ')}
                        </small>
                      </>
                    ),
                  },
                  {
                    name: 'requests',
                    head: 'Requests',
                    isNumber: true,
                    by: ({ requests }) => requests,
                    cell: ({ requests }) => number(requests),
                  },
                  {
                    name: 'share',
                    head: 'Share',
                    isNumber: true,
                    by: ({ requests }) => requests,
                    cell: ({ requests }) => `${Math.round((100 * requests) / total)} %`,
                  },
                ]}
              />
            </Card>
          </>
        )}
      </div>
    </Page>
  );
}
