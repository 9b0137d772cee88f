import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { createKey } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Secret, Snippet } from '../../parts/controls/copy-button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/forms/field.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { lines, spans } from './key-fields.ts';
import { pageSnippet, serverSnippet } from './snippets.tsx';

type Purpose = 'page' | 'server';
type Created = { readonly purpose: Purpose; readonly value: string };

/** Creates a key in two steps: what it is for, then its value, which is shown this once. */
export function CreateKey({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: () => Promise<void>;
}) {
  const [created, setCreated] = useState<Created>();
  if (created !== undefined) return <Value {...created} onClose={onClose} />;
  return (
    <Form
      onClose={onClose}
      onCreated={(purpose, { value }) => {
        setCreated({ purpose, value });
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
  readonly onCreated: (purpose: Purpose, answer: AnswerTo<typeof createKey>) => void;
}) {
  const [purpose, setPurpose] = useState<Purpose>('page');
  const [label, setLabel] = useState('');
  const [origins, setOrigins] = useState('');
  const [expiry, setExpiry] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(createKey, {
      body: {
        calls: purpose === 'page' ? 'sdk' : 'all',
        ...(label.trim() !== '' && { label: label.trim() }),
        ...(purpose === 'page' && { origins: lines(origins) }),
        ...(expiry !== '' && { expiresAt: expiry }),
      },
    });
    setBusy(false);
    if (answer.ok) onCreated(purpose, answer.data);
    else setError(answer.error);
  };
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <fieldset class="stack close">
          <legend>Where will it be?</legend>
          <div class="choices">
            <Choice
              name="page"
              chosen={purpose}
              onChoose={setPurpose}
              title="In the pages of a shop"
              about="Everybody can read it, so it may do only what the browser SDK does."
            />
            <Choice
              name="server"
              chosen={purpose}
              onChoose={setPurpose}
              title="On a server"
              about="Only you know it, so it may call everything: rank, grade, verify."
            />
          </div>
        </fieldset>
        <TextField
          label="Label"
          isOptional
          placeholder={purpose === 'page' ? 'Shop front' : 'Nightly grading'}
          maxLength={128}
          value={label}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
        {purpose === 'page' && (
          <TextArea
            label="Web origins"
            isOptional
            rows={2}
            placeholder="https://shop.example"
            hint="The shops that may use it, one a line. Without one, any page may."
            value={origins}
            onInput={(event) => setOrigins(event.currentTarget.value)}
          />
        )}
        <SelectField
          label="Expires"
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        >
          {spans.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={isBusy}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice({
  name,
  chosen,
  onChoose,
  title,
  about,
}: {
  readonly name: Purpose;
  readonly chosen: Purpose;
  readonly onChoose: (purpose: Purpose) => void;
  readonly title: string;
  readonly about: string;
}) {
  return (
    <label class="choice">
      <input type="radio" name="purpose" checked={name === chosen} onChange={() => onChoose(name)} />
      <span>
        <strong>{title}</strong>
        <small>{about}</small>
      </span>
    </label>
  );
}

function Value({ purpose, value, onClose }: Created & { readonly onClose: () => void }) {
  return (
    <Dialog title="Your new key" isLocked width="40rem" onClose={onClose}>
      <Notice kind="warn">
        <p>
          <strong>Copy it now.</strong> The service keeps only a hash of it: nobody can show it again.
        </p>
      </Notice>
      <Secret value={value} what="the key" />
      <p class="quiet">
        {purpose === 'page'
          ? 'Put this into the pages of your shop, each product with its id from the catalogue in data-id:'
          : 'Try it from your server:'}
      </p>
      <Snippet
        text={purpose === 'page' ? pageSnippet(value) : serverSnippet(value)}
        what={purpose === 'page' ? 'the script' : 'the command'}
      />
      <div class="buttons">
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
