import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { acceptInvitation, joinByInvitation, readInvitation } from '../../api/operations.generated.ts';
import type { Failure, Result } from '../../api/result.ts';
import { chooseOrganization, signedIn, signIn } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { NewPassword } from '../../parts/forms/new-password.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { useLinkToken } from '../link-token.ts';

type Invitation = AnswerTo<typeof readInvitation>;

/** Where the link of an invitation leads. */
export default function InvitationPage() {
  const token = useLinkToken();
  const [invitation, setInvitation] = useState<Invitation>();
  const [error, setError] = useState<Failure>();
  useEffect(() => {
    void call(readInvitation, { body: { token } }).then((answer) => {
      if (answer.ok) setInvitation(answer.data);
      else setError(answer.error);
    });
  }, []);
  return (
    <div class="entrance-card">
      <h1>Invitation</h1>
      {error !== undefined && <Problem error={error} />}
      {invitation === undefined ? (
        error === undefined && <Skeleton lines={3} />
      ) : (
        <Accept invitation={invitation} token={token} />
      )}
    </div>
  );
}

function Accept({ invitation, token }: { readonly invitation: Invitation; readonly token: string }) {
  const { route } = useLocation();
  const { organization, role } = invitation;
  const [email, setEmail] = useState(invitation.email ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const person = signIn.value.state === 'in' ? signIn.value.me.person : undefined;
  const accept = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer: Result<AnswerTo<typeof acceptInvitation>> =
      person === undefined
        ? await call(acceptInvitation, {
            body: { token, email, password, ...(name.trim() !== '' && { name: name.trim() }) },
          })
        : await call(joinByInvitation, { body: { token } });
    setBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    signedIn(answer.data);
    chooseOrganization(organization.id);
    route('/', true);
  };
  return (
    <>
      <p class="lead">
        You are invited to <strong>{organization.name}</strong> as {role}.
      </p>
      <form class="form" onSubmit={accept}>
        {error !== undefined && <Problem error={error} />}
        {person === undefined ? (
          <>
            <TextField
              label="E-mail"
              type="email"
              autocomplete="username"
              required
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
              hint="If you have an account already, use its address and its password."
            />
            <NewPassword value={password} onInput={setPassword} />
            <TextField
              label="Your name"
              isOptional
              autocomplete="name"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </>
        ) : (
          <p>
            You are signed in as <strong>{person.email}</strong>.
          </p>
        )}
        <Button look="primary" type="submit" full busy={isBusy}>
          Join {organization.name}
        </Button>
      </form>
    </>
  );
}
