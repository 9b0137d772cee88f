import type { ManagedOrganization } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { follow } from '../../api/listen.ts';
import { deleteOrganization, leaveOrganization } from '../../api/operations.generated.ts';
import { may, reloadMe } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Progress } from '../../parts/layout/progress.tsx';
import { Confirm } from '../../parts/overlays/confirm.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';

/** What cannot be undone. */
export function DangerZone({ organization }: { readonly organization: ManagedOrganization }) {
  const { route } = useLocation();
  const [open, setOpen] = useState<'leave' | 'delete'>();
  const [stage, setStage] = useState<string>();
  const { name } = organization;
  const gone = async (said: string) => {
    // Before another page asks for what is gone.
    await reloadMe();
    route('/', true);
    toast(said);
  };
  return (
    <Card look="danger" title="Danger zone">
      <div class="stack">
        <div class="row between">
          <p>
            <strong>Leave</strong> <small>You lose your access; the organization stays.</small>
          </p>
          <Button look="danger" onClick={() => setOpen('leave')}>
            Leave organization
          </Button>
        </div>
        {may('owner') && (
          <div class="row between">
            <p>
              <strong>Delete</strong> <small>Everything that is theirs is removed from the service.</small>
            </p>
            <Button look="danger" onClick={() => setOpen('delete')}>
              Delete organization
            </Button>
          </div>
        )}
      </div>
      {open === 'leave' && (
        <Confirm
          title={`Leave ${name}?`}
          action="Leave organization"
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            const answer = await call(leaveOrganization);
            if (answer.ok) await gone(`You have left ${name}.`);
            return answer;
          }}
        >
          <p>Your next request about it is refused. An owner can invite you again.</p>
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete organization"
          typed={name}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            const answer = await follow(
              deleteOrganization,
              (event) => {
                if ('stage' in event) setStage(event.stage);
              },
              { body: { name } },
            );
            setStage(undefined);
            if (answer.ok) await gone(`${name} is deleted.`);
            return answer;
          }}
        >
          <p>
            Its keys stop working at once. Catalogues, gradings, sessions, outcomes, orders, models, usage,
            members and the audit log are removed. This cannot be undone.
          </p>
          {stage !== undefined && <Progress label={stage} />}
        </Confirm>
      )}
    </Card>
  );
}
