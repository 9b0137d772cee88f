import type { ComponentChildren } from 'preact';

/** A figure with its name, and a note that compares or explains it. */
export function Stat({
  name,
  value,
  note,
}: {
  readonly name: ComponentChildren;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
}) {
  return (
    <div class="stat">
      <p class="name">{name}</p>
      <p class="value">{value}</p>
      {note !== undefined && <p class="note">{note}</p>}
    </div>
  );
}
