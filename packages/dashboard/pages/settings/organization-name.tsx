import type { ManagedOrganization } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { renameOrganization } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { reloadMe } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';

/** Renames the organization. */
export function OrganizationName({
  current,
  onRenamed,
}: {
  readonly current: ManagedOrganization;
  readonly onRenamed: (organization: ManagedOrganization) => void;
}) {
  const [name, setName] = useState(current.name);
  const [error, setError] = useState<Failure>();
  const rename = async (to: string) => {
    const answer = await call(renameOrganization, { body: { name: to } });
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) {
      setName(answer.data.name);
      onRenamed(answer.data);
      await reloadMe();
    }
    return answer.ok;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await rename(name))
      toast(`The organization is called ${name.trim()} now.`, () => void rename(current.name));
  };
  return (
    <form class="form" onSubmit={submit}>
      <TextField
        label="Name"
        required
        maxLength={128}
        value={name}
        fault={error?.message}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      {name.trim() !== current.name && (
        <div class="buttons">
          <Button look="primary" type="submit">
            Rename
          </Button>
          <Button onClick={() => setName(current.name)}>Cancel</Button>
        </div>
      )}
    </form>
  );
}
