import { useState } from 'preact/hooks';
import { may } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { AuditLog } from './audit-log.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';

const tabs = [
  { name: 'members', label: 'Members' },
  { name: 'log', label: 'Audit log' },
] as const;

/** Who may do what, and who did what. */
export default function MembersPage() {
  const [tab, setTab] = useState<(typeof tabs)[number]['name']>('members');
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState(0);
  return (
    <Page
      title="Members"
      lead="A viewer reads, an editor changes, an owner also decides who may."
      actions={
        may('owner') && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Tabs label="Members" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'members' ? <Members key={invited} /> : <AuditLog />}
      </Tabs>
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={() => {
            setTab('members');
            setInvited(invited + 1);
          }}
        />
      )}
    </Page>
  );
}
