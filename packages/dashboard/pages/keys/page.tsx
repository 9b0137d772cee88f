import { listKeys } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Table } from '../../parts/tables/table.tsx';

export default function Keys() {
  const { data, error, reload } = useCall(listKeys);
  return (
    <Page title="API keys" lead="Your shop calls the service with a key.">
      {error !== undefined && <Problem error={error} retry={reload} />}
      <Card look="flush">
        {data === undefined ? (
          <Skeleton />
        ) : (
          <Table
            caption="API keys"
            rows={data.keys}
            rowKey={({ id }) => id}
            columns={[
              { name: 'label', head: 'Key', cell: ({ label, prefix }) => label ?? prefix },
              { name: 'state', head: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
            ]}
          />
        )}
      </Card>
    </Page>
  );
}
