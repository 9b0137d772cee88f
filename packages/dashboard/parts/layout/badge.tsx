import type { ComponentChildren } from 'preact';

/** A word about the state of something. `live` pulses. */
export function Badge({
  kind,
  live = false,
  children,
}: {
  readonly kind?: 'good' | 'warn' | 'bad' | 'accent';
  readonly live?: boolean;
  readonly children: ComponentChildren;
}) {
  return <span class={['badge', kind, live && 'live'].filter(Boolean).join(' ')}>{children}</span>;
}

/** The grade of a catalogue or a shelf. */
export function Grade({ grade, size }: { readonly grade: string; readonly size?: 'large' }) {
  return (
    <span class={`grade grade-${grade} ${size ?? ''}`}>
      <span class="unseen">Grade </span>
      {grade}
    </span>
  );
}
