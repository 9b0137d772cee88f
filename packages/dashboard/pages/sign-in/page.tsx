import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { signIn, welcomeState } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { signedIn } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';

/** The way in, in place of every page of somebody who is not signed in. */
export default function SignIn() {
  const { data } = useCall(welcomeState);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  useEffect(() => {
    document.title = 'Sign in · Decidable';
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(signIn, { body: { email, password } });
    if (answer.ok) {
      signedIn(answer.data);
      return;
    }
    setBusy(false);
    setError(answer.error);
  };
  return (
    <div class="entrance-card">
      <h1>Sign in</h1>
      <p class="lead">
        Decidable grades product catalogues by the questions that shoppers ask, and ranks products for live
        sessions.
      </p>
      <div class="stack">
        {data?.awaitsOwner === true && (
          <Notice>
            <p>
              <strong>Nobody has an account yet.</strong>
            </p>
            <p>
              The service printed a link when it started, in its terminal: <code>…/welcome#…</code>. Open it
              to create the first account.
            </p>
          </Notice>
        )}
        <form class="form" onSubmit={submit}>
          {error !== undefined && <Problem error={error} />}
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autocomplete="username"
            required
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
          <TextField
            label="Password"
            type="password"
            name="password"
            autocomplete="current-password"
            required
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
            hint="Forgotten? Whoever runs the service can make you a link for a new one."
          />
          <Button look="primary" type="submit" full busy={isBusy}>
            {isBusy ? 'Signing in …' : 'Sign in'}
          </Button>
        </form>
      </div>
    </div>
  );
}
