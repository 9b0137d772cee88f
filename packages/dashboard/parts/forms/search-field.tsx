import { Icon } from '../icon.tsx';
import type { InputAttributes } from './field.tsx';

/** A field that filters or finds. Its label is heard, not seen. */
export function SearchField({
  label,
  ...rest
}: { readonly label: string } & Omit<InputAttributes, 'label' | 'role' | 'type'>) {
  return (
    <div class="with-icon">
      <Icon name="search" small />
      <input class="input" type="search" aria-label={label} placeholder={label} {...(rest as object)} />
    </div>
  );
}
