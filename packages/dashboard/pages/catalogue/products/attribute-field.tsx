import type { CatalogueColumn } from '@decidable/contract/management';
import { useId } from 'preact/hooks';
import { roleWords } from '../columns/column-words.ts';

/** Texts longer than this get several lines. */
const LONG = 60;

/** An attribute of a product, with the most frequent values of its column to choose from. */
export function AttributeField({
  name,
  column,
  value,
  onInput,
}: {
  readonly name: string;
  readonly column: CatalogueColumn | undefined;
  readonly value: string;
  /** Absent for those who may only look. */
  readonly onInput: ((value: string) => void) | undefined;
}) {
  const id = useId();
  const isLong = value.length > LONG || column?.kind === 'text';
  const role = column?.role === undefined ? undefined : roleWords[column.role]?.label;
  const hint = role !== undefined && role.toLowerCase() !== name.toLowerCase() ? role : undefined;
  const shared = {
    id,
    class: 'input',
    value,
    readOnly: onInput === undefined,
    placeholder: 'not recorded',
    maxLength: 10_000,
  };
  return (
    <div class={isLong ? 'field wide' : 'field'}>
      <label for={id}>
        <bdi>{name}</bdi>
        {hint !== undefined && <span class="optional"> {hint}</span>}
      </label>
      {isLong ? (
        <textarea {...shared} rows={3} onInput={(event) => onInput?.(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          list={`${id}-values`}
          autocomplete="off"
          onInput={(event) => onInput?.(event.currentTarget.value)}
        />
      )}
      {!isLong && (
        <datalist id={`${id}-values`}>
          {column?.examples.map((example) => (
            <option key={example} value={example} />
          ))}
        </datalist>
      )}
    </div>
  );
}
