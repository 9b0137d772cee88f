import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** One of a few choices that are all seen at once. */
export function Segments<Name extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly { readonly name: Name; readonly label: ComponentChildren }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}) {
  const id = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {options.map(({ name, label: words }) => (
        <label key={name}>
          <input type="radio" name={id} checked={name === chosen} onChange={() => onChoose(name)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
