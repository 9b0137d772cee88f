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
  onFiles,
  children,
}: {
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
  /** Takes several files together; without it only the first is taken. */
  readonly onFiles?: (files: readonly File[]) => void;
  readonly children?: ComponentChildren;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const given = [...(files ?? [])];
    if (given.length > 1 && onFiles !== undefined) onFiles(given);
    else if (given.length > 0) onFile(given[0]);
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
        {onFiles === undefined ? 'Choose a file' : 'Choose a file, or several'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={onFiles !== undefined}
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
