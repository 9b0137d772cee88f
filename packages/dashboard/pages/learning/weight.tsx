/** How much something speaks for a persona: above 0, at most 10. */
export function Weight({
  label,
  value,
  canEdit,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly canEdit: boolean;
  readonly onChange: (weight: number) => void;
}) {
  return (
    <input
      class="input small weight"
      type="number"
      aria-label={label}
      title="Evidence for each time: above 0, at most 10"
      min={0.01}
      max={10}
      step={0.01}
      required
      readOnly={!canEdit}
      value={Number.isNaN(value) ? '' : value}
      onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
    />
  );
}
