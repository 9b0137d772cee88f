import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { becomeFirstOwner, welcomeState } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { signedIn } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { NewPassword, passwordFault } from '../../parts/forms/new-password.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { useLinkToken } from '../link-token.ts';

/** Where the link leads that the service prints at its first start: it makes the first account. */
export default function Welcome() {
  const { route } = useLocation();
  const token = useLinkToken();
  const { data } = useCall(welcomeState);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [shop, setShop] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();

  if (token === '' || data?.awaitsOwner === false) {
    return (
      <div class="entrance-card">
        <h1>{token === '' ? 'This link is not complete' : 'There is an owner already'}</h1>
        <p class="lead">
          {token === ''
            ? 'Open the whole link that the service printed, with what follows #.'
            : 'The first account has been made. Its owner invites everybody else.'}
        </p>
        <ButtonLink look="primary" href="/">
          Go to the dashboard
        </ButtonLink>
      </div>
    );
  }
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy || passwordFault(password) !== undefined) return;
    setBusy(true);
    const answer = await call(becomeFirstOwner, {
      body: {
        token,
        email,
        password,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(shop.trim() !== '' && { organizationName: shop.trim() }),
      },
    });
    if (answer.ok) {
      signedIn(answer.data);
      route('/', true);
      return;
    }
    setBusy(false);
    setError(answer.error);
  };
  return (
    <div class="entrance-card">
      <h1>Welcome</h1>
      <p class="lead">
        Create your account. You will own {data?.demo === true ? 'the demo shop' : 'this service'}, and can
        invite others.
      </p>
      <form class="form" onSubmit={submit}>
        {error !== undefined && <Problem error={error} />}
        <TextField
          label="E-mail"
          type="email"
          autocomplete="username"
          required
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
          hint="You sign in with it. Nothing is sent to it."
        />
        <NewPassword value={password} onInput={setPassword} />
        <TextField
          label="Your name"
          isOptional
          autocomplete="name"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        {data?.demo === false && (
          <TextField
            label="Name of your shop"
            isOptional
            autocomplete="organization"
            value={shop}
            onInput={(event) => setShop(event.currentTarget.value)}
          />
        )}
        <Button look="primary" type="submit" full busy={isBusy}>
          {isBusy ? 'Creating …' : 'Create account'}
        </Button>
      </form>
    </div>
  );
}
