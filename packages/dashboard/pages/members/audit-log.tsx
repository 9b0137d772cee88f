import { call } from '../../api/call.ts';
import { listAuditLog } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { ShowMore } from '../../parts/tables/show-more.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { usePages } from '../../parts/tables/use-pages.ts';
import { auditWords } from './audit-words.ts';

/** Who did what, newest first. */
export function AuditLog() {
  const log = useCall(listAuditLog);
  const { items, showMore } = usePages(
    log,
    ({ entries }) => entries,
    (cursor) => call(listAuditLog, { query: { cursor } }),
  );
  if (log.error !== undefined) return <Problem error={log.error} retry={log.reload} />;
  if (items === undefined) return <Skeleton />;
  return (
    <div class="stack">
      <Card look="flush">
        {items.length === 0 ? (
          <Empty icon="clock" title="Nothing was done yet">
            Whatever members do here is written down: keys, roles, imports, settings.
          </Empty>
        ) : (
          <Table
            caption="Audit log"
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'action',
                head: 'What',
                cell: (line) => {
                  const { what, of, more } = auditWords(line);
                  return (
                    <>
                      {what}
                      {of !== undefined && (
                        <>
                          : <bdi>{of}</bdi>
                        </>
                      )}
                      {more !== undefined && (
                        <small class="quiet">
                          {' '}
                          <bdi>{more}</bdi>
                        </small>
                      )}
                    </>
                  );
                },
              },
              { name: 'email', head: 'By', cell: ({ email }) => <bdi>{email}</bdi> },
              { name: 'at', head: 'When', cell: ({ at }) => <When at={at} /> },
            ]}
          />
        )}
        <ShowMore label="Show older" onMore={showMore} />
      </Card>
    </div>
  );
}
