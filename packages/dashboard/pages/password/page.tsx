import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { setPassword } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { signedIn } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { NewPassword, passwordFault } from '../../parts/forms/new-password.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { useLinkToken } from '../link-token.ts';

/** Where a link leads that whoever runs the service made for somebody who has forgotten their password. */
export default function PasswordPage() {
  const { route } = useLocation();
  const token = useLinkToken();
  const [password, choose] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy || passwordFault(password) !== undefined) return;
    setBusy(true);
    const answer = await call(setPassword, { body: { token, password } });
    setBusy(false);
    if (answer.ok) {
      signedIn(answer.data);
      route('/', true);
    } else setError(answer.error);
  };
  return (
    <div class="entrance-card">
      <h1>A new password</h1>
      <p class="lead">It ends all your sign-ins elsewhere.</p>
      <form class="form" onSubmit={submit}>
        {error !== undefined && <Problem error={error} />}
        <NewPassword label="New password" value={password} onInput={choose} />
        <Button look="primary" type="submit" full busy={isBusy}>
          Set password
        </Button>
      </form>
    </div>
  );
}
