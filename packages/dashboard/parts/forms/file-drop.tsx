import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { Icon } from '../icon.tsx';

/**
 * A place to drop a file, or to choose one by keyboard.
 *
 * @param accept endings and types as in an `input`, for the browser's own dialog; what is dropped is not checked here
 */
export function FileDrop({
  label,
  accept,
  onFile,
  children,
}: {
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
  readonly children?: ComponentChildren;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way for those with a pointer; the button does the same
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" />
      <strong id={id}>{label}</strong>
      {children}
      <Button onClick={() => input.current?.click()} aria-describedby={id}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-labelledby={id}
        {...(accept !== undefined && { accept })}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
