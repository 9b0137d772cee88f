import type { ManagedKey } from '@decidable/contract/management';
import { Button } from '../../parts/controls/button.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { When } from '../../parts/layout/when.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { Menu } from '../../parts/overlays/menu.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { counted } from '../../parts/words/figures.ts';

export const nameOf = ({ label, prefix }: ManagedKey): string => label ?? `${prefix}…`;

/** Keys, each with what it may do and when it was used. */
export function KeyTable({
  keys,
  onEdit,
  onRevoke,
}: {
  readonly keys: readonly ManagedKey[];
  readonly onEdit?: (key: ManagedKey) => void;
  readonly onRevoke?: (key: ManagedKey) => void;
}) {
  return (
    <Table
      caption="API keys"
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'name',
          head: 'Key',
          cell: (key) => (
            <div class="key-name">
              <bdi>{nameOf(key)}</bdi>
              <code>{key.prefix}…</code>
            </div>
          ),
        },
        { name: 'state', head: 'State', cell: (key) => <State of={key} /> },
        { name: 'calls', head: 'May call', cell: ({ endpoints }) => <Calls endpoints={endpoints} /> },
        { name: 'origins', head: 'From', cell: ({ origins }) => <Origins origins={origins} /> },
        {
          name: 'used',
          head: 'Last used',
          cell: ({ lastUsedAt }) =>
            lastUsedAt === undefined ? <span class="quiet">never</span> : <When at={lastUsedAt} />,
        },
      ]}
      {...(onEdit !== undefined &&
        onRevoke !== undefined && {
          actions: (key: ManagedKey) =>
            key.state === 'revoked' ? null : (
              <Menu
                align="end"
                items={[
                  { label: 'Edit', icon: 'edit', onChoose: () => onEdit(key) },
                  'line',
                  { label: 'Revoke', icon: 'trash', look: 'danger', onChoose: () => onRevoke(key) },
                ]}
                button={(props) => (
                  <Button
                    look="plain"
                    size="small"
                    icon="more"
                    label={`Actions for ${nameOf(key)}`}
                    {...props}
                  />
                )}
              />
            ),
        })}
    />
  );
}

function State({ of: { state, expiresAt } }: { readonly of: ManagedKey }) {
  if (state === 'revoked') return <Badge>revoked</Badge>;
  if (state === 'expired') return <Badge kind="warn">expired</Badge>;
  return (
    <span class="row">
      <Badge kind="good">active</Badge>
      {expiresAt !== undefined && (
        <small>
          until <When at={expiresAt} />
        </small>
      )}
    </span>
  );
}

function Calls({ endpoints }: { readonly endpoints: readonly string[] | undefined }) {
  if (endpoints === undefined) return <>everything</>;
  return (
    <Explained by={<>It may call {endpoints.join(', ')}. Other calls with it are refused.</>}>
      {counted(endpoints.length, 'endpoint')}
    </Explained>
  );
}

function Origins({ origins }: { readonly origins: readonly string[] }) {
  if (origins.length === 0)
    return (
      <Explained by="Any web page and any server may use it. Name the origins of your shop to limit it.">
        anywhere
      </Explained>
    );
  const [first, ...others] = origins;
  return (
    <>
      <bdi>{first}</bdi>
      {others.length > 0 && (
        <>
          {' '}
          <Explained by={others.join(', ')}>and {counted(others.length, 'other')}</Explained>
        </>
      )}
    </>
  );
}
