import type { ManagedWebhook } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { createWebhook } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyButton, Secret } from '../../parts/controls/copy-button.tsx';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { senderNames, senders } from './senders.ts';

type Created = AnswerTo<typeof createWebhook>;

/** Where deliveries of a webhook go. */
export const addressOf = ({ path }: ManagedWebhook): string => location.origin + path;

/** Creates a webhook in two steps: whose it is, then its address and its secret, which is shown this once. */
export function CreateWebhook({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: () => Promise<void>;
}) {
  const [created, setCreated] = useState<Created>();
  if (created !== undefined) return <Value created={created} onClose={onClose} />;
  return (
    <Form
      onClose={onClose}
      onCreated={(answer) => {
        setCreated(answer);
        void onCreated();
      }}
    />
  );
}

function Form({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (answer: Created) => void;
}) {
  const [sender, setSender] = useState<ManagedWebhook['sender']>('segment');
  const [label, setLabel] = useState('');
  const [secret, setSecret] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const isTheirs = sender === 'shopify';
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(createWebhook, {
      body: {
        sender,
        ...(label.trim() !== '' && { label: label.trim() }),
        ...(isTheirs && { secret: secret.trim() }),
      },
    });
    setBusy(false);
    if (answer.ok) onCreated(answer.data);
    else setError(answer.error);
  };
  return (
    <Dialog title="Create a webhook" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <SelectField
          label="Who delivers"
          value={sender}
          hint={senders[sender].delivers}
          onChange={(event) => setSender(event.currentTarget.value as ManagedWebhook['sender'])}
        >
          {senderNames.map((each) => (
            <option key={each} value={each}>
              {senders[each].name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Label"
          isOptional
          placeholder="Shop front"
          maxLength={128}
          value={label}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
        {isTheirs && (
          <TextField
            label="Secret of Shopify"
            type="password"
            autocomplete="off"
            required
            hint="What Shopify signs with: it stands below its list of webhooks, or is the client secret of your app."
            value={secret}
            onInput={(event) => setSecret(event.currentTarget.value)}
          />
        )}
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={isBusy}>
            Create webhook
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Value({
  created: { webhook, secret },
  onClose,
}: {
  readonly created: Created;
  readonly onClose: () => void;
}) {
  const address = addressOf(webhook);
  return (
    <Dialog title="Your new webhook" isLocked width="40rem" onClose={onClose}>
      {secret !== undefined && (
        <>
          <Notice kind="warn">
            <p>
              <strong>Copy the secret now.</strong> Nobody can show it again.
            </p>
          </Notice>
          <Secret value={secret} what="the secret" />
        </>
      )}
      <p class="quiet">{senders[webhook.sender].name} delivers to this address:</p>
      <div class="secret">
        <code>{address}</code>
        <CopyButton text={address} what="the address" />
      </div>
      <p>
        <a
          href={`/docs/webhooks#${webhook.sender === 'segment' ? 'segment-and-rudderstack' : webhook.sender}`}
        >
          Where {senders[webhook.sender].name} takes them
        </a>
      </p>
      <div class="buttons">
        <Button look="primary" onClick={onClose}>
          I have copied {secret === undefined ? 'it' : 'both'}
        </Button>
      </div>
    </Dialog>
  );
}
