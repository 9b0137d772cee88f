import type { AuditLine } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listAuditLog } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { toastProblem } from '../../parts/overlays/toasts.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { auditWords } from './audit-words.ts';

/** Who did what, newest first. */
export function AuditLog() {
  const { data, error, reload } = useCall(listAuditLog);
  const [older, setOlder] = useState<{ readonly entries: readonly AuditLine[]; readonly next?: string }>();
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (data === undefined) return <Skeleton />;
  const { next } = older ?? data;
  const showMore = async () => {
    const answer = await call(listAuditLog, { query: { cursor: next! } });
    if (!answer.ok) return toastProblem(answer.error);
    setOlder({ ...answer.data, entries: [...(older?.entries ?? []), ...answer.data.entries] });
  };
  return (
    <div class="stack">
      <Card look="flush">
        {data.entries.length === 0 ? (
          <Empty icon="clock" title="Nothing was done yet">
            Whatever members do here is written down: keys, roles, imports, settings.
          </Empty>
        ) : (
          <Table
            caption="Audit log"
            rows={[...data.entries, ...(older?.entries ?? [])]}
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
      </Card>
      {next !== undefined && (
        <p>
          <Button onClick={showMore}>Show older</Button>
        </p>
      )}
    </div>
  );
}
