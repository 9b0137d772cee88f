import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { changeMe } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { leave, signedIn, signIn } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { NewPassword, passwordFault } from '../../parts/forms/new-password.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Confirm } from '../../parts/overlays/confirm.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';

/** The account of the person who is signed in. */
export function Account() {
  const [open, setOpen] = useState<'name' | 'password' | 'everywhere'>();
  if (signIn.value.state !== 'in') return null;
  const { email, name } = signIn.value.me.person;
  const close = () => setOpen(undefined);
  return (
    <section id="account">
      <Card title="Your account" about="It is the same in every organization.">
        <div class="stack">
          <dl class="facts">
            <dt>E-mail</dt>
            <dd>{email}</dd>
            <dt>Name</dt>
            <dd>{name ?? <span class="quiet">not given</span>}</dd>
          </dl>
          <div class="buttons">
            <Button onClick={() => setOpen('name')}>Change name</Button>
            <Button onClick={() => setOpen('password')}>Change password</Button>
            <Button onClick={() => setOpen('everywhere')}>Sign out everywhere</Button>
          </div>
        </div>
      </Card>
      {open === 'name' && <ChangeName current={name ?? ''} onClose={close} />}
      {open === 'password' && <ChangePassword onClose={close} />}
      {open === 'everywhere' && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onClose={close}
          onConfirm={() => leave(true)}
        >
          <p>
            All your sign-ins end, this one too: on other computers, on your phone, and wherever you forgot
            one.
          </p>
        </Confirm>
      )}
    </section>
  );
}

function ChangeName({ current, onClose }: { readonly current: string; readonly onClose: () => void }) {
  const [name, setName] = useState(current);
  const [error, setError] = useState<Failure>();
  const submit = async (event: Event) => {
    event.preventDefault();
    const answer = await call(changeMe, { body: { name: name.trim() } });
    if (!answer.ok) return setError(answer.error);
    signedIn(answer.data);
    onClose();
  };
  return (
    <Dialog title="Change name" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <TextField
          label="Your name"
          autocomplete="name"
          maxLength={128}
          value={name}
          fault={error?.message}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy || passwordFault(password) !== undefined) return;
    setBusy(true);
    const answer = await call(changeMe, { body: { currentPassword: current, password } });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    signedIn(answer.data);
    toast('Your password is changed. Your other sign-ins have ended.');
    onClose();
  };
  return (
    <Dialog title="Change password" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          required
          value={current}
          onInput={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPassword label="New password" value={password} onInput={setPassword} />
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
