import type { CatalogueColumn } from '@decidable/contract/management';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../../parts/controls/button.tsx';
import { TextField } from '../../../parts/forms/field.tsx';

/** Adds a field for an attribute: one of the catalogue, or a new one. */
export function AddAttribute({
  known,
  taken,
  onAdd,
}: {
  readonly known: readonly CatalogueColumn[];
  /** What has a field already. */
  readonly taken: readonly string[];
  readonly onAdd: (name: string) => void;
}) {
  const id = useId();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const isTaken = taken.includes(trimmed);
  const add = () => {
    if (trimmed === '' || isTaken) return;
    onAdd(trimmed);
    setName('');
  };
  return (
    <div class="add-attribute">
      <TextField
        label="Another attribute"
        isOptional
        autocomplete="off"
        list={id}
        maxLength={256}
        hint="One of the catalogue, or a new one: it becomes a column."
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Adds the attribute; the product is not saved yet.
          event.preventDefault();
          add();
        }}
        {...(isTaken && { fault: 'It has a field above.' })}
      />
      <datalist id={id}>
        {known.map((column) => (
          <option key={column.name} value={column.name} />
        ))}
      </datalist>
      <Button icon="plus" onClick={add}>
        Add attribute
      </Button>
    </div>
  );
}
