import type { ManagedKey } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { changeKey } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/forms/field.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';
import { dayAndTime } from '../../parts/words/times.ts';
import { lines, spans } from './key-fields.ts';
import { nameOf } from './key-table.tsx';

/** Leaves the expiry as it is. */
const KEEP = 'keep';

/** Changes label, origins and expiry of a key. What was sent before can be put back at once. */
export function EditKey({
  current,
  onClose,
  onChanged,
}: {
  readonly current: ManagedKey;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}) {
  const [label, setLabel] = useState(current.label ?? '');
  const [origins, setOrigins] = useState(current.origins.join('\n'));
  const [expiry, setExpiry] = useState<string>(KEEP);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const params = { keyId: current.id };
  const undo = async () => {
    await call(changeKey, {
      params,
      body: { label: current.label ?? '', origins: current.origins, expiresAt: current.expiresAt ?? null },
    });
    await onChanged();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(changeKey, {
      params,
      body: {
        label: label.trim(),
        origins: lines(origins),
        ...(expiry !== KEEP && { expiresAt: expiry === '' ? null : expiry }),
      },
    });
    setBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    toast(`${nameOf(answer.data.key)} is changed. The next request is checked against it.`, undo);
    void onChanged();
    onClose();
  };
  return (
    <Dialog title={`Edit ${nameOf(current)}`} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <TextField
          label="Label"
          isOptional
          maxLength={128}
          value={label}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
        <TextArea
          label="Web origins"
          isOptional
          rows={3}
          hint="The shops that may use it, one a line. Without one, any page and any server may."
          value={origins}
          onInput={(event) => setOrigins(event.currentTarget.value)}
        />
        <SelectField
          label="Expires"
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        >
          <option value={KEEP}>
            {current.expiresAt === undefined
              ? 'as before: never'
              : `as before: ${dayAndTime(current.expiresAt)}`}
          </option>
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
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
