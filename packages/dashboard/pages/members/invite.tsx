import type { MemberRole } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { invite } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Secret } from '../../parts/controls/copy-button.tsx';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { roles } from './roles.ts';

/** Makes a link that invites somebody, which is shown once. */
export function Invite({
  onClose,
  onInvited,
}: {
  readonly onClose: () => void;
  readonly onInvited: () => void;
}) {
  const [role, setRole] = useState<MemberRole>('editor');
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const [link, setLink] = useState<string>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(invite, {
      body: { role, ...(email.trim() !== '' && { email: email.trim() }) },
    });
    setBusy(false);
    if (answer.ok) {
      setLink(location.origin + answer.data.path);
      onInvited();
    } else setError(answer.error);
  };
  if (link !== undefined) {
    return (
      <Dialog title="The invitation" isLocked onClose={onClose}>
        <Notice kind="warn">
          <p>
            <strong>Copy the link now,</strong> and hand it over yourself: nothing is sent. It works once, for
            a week, for whoever has it.
          </p>
        </Notice>
        <Secret value={link} what="the link" />
        <div class="buttons">
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <SelectField
          label="Role"
          value={role}
          hint={`A ${role} ${roles.find(([name]) => name === role)![2]}.`
            .replace('A editor', 'An editor')
            .replace('A owner', 'An owner')}
          onChange={(event) => setRole(event.currentTarget.value as MemberRole)}
        >
          {roles.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          label="E-mail"
          type="email"
          isOptional
          hint="A note for you, to know whom the link was for."
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={isBusy}>
            Make a link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
