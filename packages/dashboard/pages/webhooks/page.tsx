import type { ManagedWebhook } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listWebhooks, removeWebhook } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { Confirm } from '../../parts/overlays/confirm.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { addressOf, CreateWebhook } from './create-webhook.tsx';
import { nameOf, senders } from './senders.ts';

type Open = 'create' | ManagedWebhook | undefined;

export default function Webhooks() {
  const { data, error, reload } = useCall(listWebhooks);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const canEdit = may('editor');
  const create = (
    <Button look="primary" icon="plus" onClick={() => setOpen('create')}>
      Create webhook
    </Button>
  );
  const webhooks = data?.webhooks.toReversed() ?? [];
  return (
    <Page
      title="Webhooks"
      lead="Systems that already know what shoppers do, or what they have bought, deliver it here, each with a signature."
      actions={canEdit && create}
    >
      <div class="stack">
        {error !== undefined && <Problem error={error} retry={reload} />}
        <Card look="flush">
          {data === undefined ? (
            error === undefined && <Skeleton />
          ) : webhooks.length === 0 ? (
            <Empty icon="download" title="Nobody delivers yet" actions={canEdit && create}>
              Segment, RudderStack, Snowplow, Shopify and WooCommerce can. What arrives stands in the
              debugger, and the <a href="/docs/webhooks">guide</a> says what becomes of it.
            </Empty>
          ) : (
            <List webhooks={webhooks} onRemove={canEdit ? setOpen : undefined} />
          )}
        </Card>
      </div>
      {open === 'create' && <CreateWebhook onClose={close} onCreated={reload} />}
      {typeof open === 'object' && (
        <Confirm
          title={`Remove ${nameOf(open)}?`}
          action="Remove webhook"
          onClose={close}
          onConfirm={async () => {
            const answer = await call(removeWebhook, { params: { webhookId: open.id } });
            if (answer.ok) {
              toast(`${nameOf(open)} is removed.`);
              await reload();
            }
            return answer;
          }}
        >
          <p>
            The very next delivery of {senders[open.sender].name} is refused. What was delivered stays. This
            cannot be undone.
          </p>
        </Confirm>
      )}
    </Page>
  );
}

function List({
  webhooks,
  onRemove,
}: {
  readonly webhooks: readonly ManagedWebhook[];
  readonly onRemove: ((webhook: ManagedWebhook) => void) | undefined;
}) {
  return (
    <Table
      caption="Webhooks"
      rows={webhooks}
      rowKey={({ id }) => id}
      columns={[
        { name: 'name', head: 'Webhook', cell: (webhook) => <bdi>{nameOf(webhook)}</bdi> },
        { name: 'sender', head: 'Who delivers', cell: ({ sender }) => senders[sender].name },
        {
          name: 'address',
          head: 'Address',
          cell: (webhook) => (
            <CopyButton text={addressOf(webhook)} what={`the address of ${nameOf(webhook)}`} />
          ),
        },
        { name: 'created', head: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      {...(onRemove !== undefined && {
        actions: (webhook: ManagedWebhook) => (
          <Button
            look="plain"
            size="small"
            icon="trash"
            label={`Remove ${nameOf(webhook)}`}
            onClick={() => onRemove(webhook)}
          />
        ),
      })}
    />
  );
}
