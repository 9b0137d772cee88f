import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from '../controls/button.tsx';

/**
 * A dialog, open while it is rendered. Escape, its cross and a click beside it close it; the browser keeps the focus inside
 * and gives it back.
 *
 * @param isLocked nothing but its own buttons closes it: what it shows is not shown again
 * @example
 * {isOpen && <Dialog title="Create a key" onClose={close}>…</Dialog>}
 */
export function Dialog({
  title,
  onClose,
  isLocked = false,
  width,
  children,
}: {
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  readonly isLocked?: boolean;
  /** As in CSS. */
  readonly width?: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it is a second way; Escape is that of the keyboard
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      style={width === undefined ? {} : { '--dialog-width': width }}
      onCancel={(event) => {
        // A file chooser inside cancels too, and bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !isLocked) onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!isLocked && <Button look="plain" size="small" icon="close" label="Close" onClick={onClose} />}
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}
