import type { ManagedKey } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listKeys, revokeKey } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Confirm } from '../../parts/overlays/confirm.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';
import { counted } from '../../parts/words/figures.ts';
import { CreateKey } from './create-key.tsx';
import { EditKey } from './edit-key.tsx';
import { KeyTable, nameOf } from './key-table.tsx';
import { Install } from './snippets.tsx';

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'revoke'; readonly key: ManagedKey }
  | undefined;

export default function Keys() {
  const { data, error, reload } = useCall(listKeys);
  const [open, setOpen] = useState<Open>();
  const [withEnded, setWithEnded] = useState(false);
  const close = () => setOpen(undefined);
  const canEdit = may('editor');
  const create = (
    <Button look="primary" icon="plus" onClick={() => setOpen({ what: 'create' })}>
      Create key
    </Button>
  );
  const keys = data?.keys.toReversed() ?? [];
  const ended = keys.filter(({ state }) => state !== 'active');
  const shown = withEnded ? keys : keys.filter(({ state }) => state === 'active');
  return (
    <Page
      title="API keys"
      lead="Your shop calls the service with a key. One in a page can be read by everybody who opens the page; one on a server is a secret."
      actions={canEdit && create}
    >
      <div class="stack">
        {error !== undefined && <Problem error={error} retry={reload} />}
        <Card look="flush">
          {data === undefined ? (
            error === undefined && <Skeleton />
          ) : shown.length === 0 ? (
            <Empty icon="key" title="No key is active" actions={canEdit && create}>
              With a key, your shop can send what shoppers do and ask for rankings. You see its value once,
              when you create it.
            </Empty>
          ) : (
            <KeyTable
              keys={shown}
              {...(canEdit && {
                onEdit: (key: ManagedKey) => setOpen({ what: 'edit', key }),
                onRevoke: (key: ManagedKey) => setOpen({ what: 'revoke', key }),
              })}
            />
          )}
        </Card>
        {ended.length > 0 && (
          <p>
            <Button
              look="plain"
              size="small"
              aria-expanded={withEnded}
              onClick={() => setWithEnded(!withEnded)}
            >
              {withEnded ? 'Hide' : 'Show'} {counted(ended.length, 'revoked or expired key')}
            </Button>
          </p>
        )}
        <Install />
      </div>
      {open?.what === 'create' && <CreateKey onClose={close} onCreated={reload} />}
      {open?.what === 'edit' && <EditKey current={open.key} onClose={close} onChanged={reload} />}
      {open?.what === 'revoke' && (
        <Confirm
          title={`Revoke ${nameOf(open.key)}?`}
          action="Revoke key"
          onClose={close}
          onConfirm={async () => {
            const answer = await call(revokeKey, { params: { keyId: open.key.id } });
            if (answer.ok) {
              toast(`${nameOf(open.key)} is revoked.`);
              await reload();
            }
            return answer;
          }}
        >
          <p>
            The very next request with <code>{open.key.prefix}…</code> is refused. A shop that uses it shows
            its products in its own order from then on.
          </p>
          <p>This cannot be undone. Create a new key first if the shop still needs one.</p>
        </Confirm>
      )}
    </Page>
  );
}
