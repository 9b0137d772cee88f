import type { ManagedInvitation, ManagedMember, MemberRole } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import {
  changeMember,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '../../api/operations.generated.ts';
import { may, reloadMe, signIn } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { Confirm } from '../../parts/overlays/confirm.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { roles } from './roles.ts';

const nameOf = ({ name, email }: ManagedMember): string => name ?? email;

/** The people of the organization, and below them, for owners, the invitations that are open. */
export function Members() {
  const { data, error, reload } = useCall(listMembers);
  const [removed, setRemoved] = useState<ManagedMember>();
  const own = signIn.value.state === 'in' ? signIn.value.me.person.id : '';
  const changeRole = async (member: ManagedMember, role: MemberRole) => {
    const change = async (to: MemberRole) => {
      const answer = await call(changeMember, { params: { personId: member.personId }, body: { role: to } });
      if (!answer.ok) toastProblem(answer.error);
      await reload();
      if (member.personId === own) await reloadMe();
      return answer.ok;
    };
    if (await change(role)) toast(`${nameOf(member)} is ${role} now.`, () => void change(member.role));
  };
  return (
    <div class="stack">
      {error !== undefined && <Problem error={error} retry={reload} />}
      <Card look="flush">
        {data === undefined ? (
          error === undefined && <Skeleton />
        ) : (
          <Table
            caption="Members"
            rows={data.members}
            rowKey={({ personId }) => personId}
            columns={[
              {
                name: 'person',
                head: 'Person',
                by: nameOf,
                cell: (member) => (
                  <>
                    <bdi>{nameOf(member)}</bdi> {member.personId === own && <Badge>you</Badge>}
                    {member.name !== undefined && (
                      <small>
                        <br />
                        <bdi>{member.email}</bdi>
                      </small>
                    )}
                  </>
                ),
              },
              {
                name: 'role',
                head: 'Role',
                cell: (member) =>
                  may('owner') ? (
                    <RoleChoice member={member} onChoose={(role) => changeRole(member, role)} />
                  ) : (
                    member.role
                  ),
              },
              {
                name: 'joined',
                head: 'Joined',
                by: ({ joinedAt }) => joinedAt,
                cell: ({ joinedAt }) => <When at={joinedAt} />,
              },
            ]}
            {...(may('owner') && {
              actions: (member: ManagedMember) =>
                member.personId === own ? null : (
                  <Button
                    look="plain"
                    size="small"
                    icon="trash"
                    label={`Remove ${nameOf(member)}`}
                    onClick={() => setRemoved(member)}
                  />
                ),
            })}
          />
        )}
      </Card>
      {may('owner') && <Invitations />}
      {removed !== undefined && (
        <Confirm
          title={`Remove ${nameOf(removed)}?`}
          action="Remove member"
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            const answer = await call(removeMember, { params: { personId: removed.personId } });
            if (answer.ok) {
              toast(`${nameOf(removed)} is no member any more.`);
              await reload();
            }
            return answer;
          }}
        >
          <p>
            Their very next request is refused. What they made stays, and so do the keys that they created:
            revoke those that they know.
          </p>
        </Confirm>
      )}
    </div>
  );
}

function RoleChoice({
  member,
  onChoose,
}: {
  readonly member: ManagedMember;
  readonly onChoose: (role: MemberRole) => void;
}) {
  return (
    <select
      class="input small"
      aria-label={`Role of ${nameOf(member)}`}
      value={member.role}
      onChange={(event) => onChoose(event.currentTarget.value as MemberRole)}
    >
      {roles.map(([role, words]) => (
        <option key={role} value={role}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Links that were handed out and not used yet. */
function Invitations() {
  const { data, error, reload } = useCall(listInvitations);
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (data === undefined || data.invitations.length === 0) return null;
  const withdraw = async ({ id }: ManagedInvitation) => {
    const answer = await call(withdrawInvitation, { params: { invitationId: id } });
    if (answer.ok) toast('The invitation is withdrawn. Its link no longer works.');
    else toastProblem(answer.error);
    await reload();
  };
  return (
    <Card title="Open invitations" look="flush" about="Each link works once, for whoever has it.">
      <Table
        caption="Open invitations"
        rows={data.invitations}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'for',
            head: 'For',
            cell: ({ email }) => (email === undefined ? 'whoever has the link' : <bdi>{email}</bdi>),
          },
          { name: 'role', head: 'Role', cell: ({ role }) => role },
          {
            name: 'expires',
            head: 'Works until',
            cell: ({ expired, expiresAt }) =>
              expired ? <Badge kind="warn">expired</Badge> : <When at={expiresAt} />,
          },
        ]}
        actions={(invitation) => (
          <Button size="small" onClick={() => withdraw(invitation)}>
            Withdraw
          </Button>
        )}
      />
    </Card>
  );
}
