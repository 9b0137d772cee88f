import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** How far something is, 0 to 1; without a value it is only under way. */
export function Progress({ label, value }: { readonly label: ComponentChildren; readonly value?: number }) {
  const id = useId();
  return (
    <div class="stack close" role="status">
      <span id={id} class="quiet">
        {label}
      </span>
      <progress aria-labelledby={id} {...(value !== undefined && { value, max: 1 })} />
    </div>
  );
}

/** Grey lines where text will be. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} style={{ width: `${92 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
