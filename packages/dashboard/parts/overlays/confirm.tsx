import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure, Result } from '../../api/result.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../forms/field.tsx';
import { Problem } from '../layout/notice.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Asks before something that cannot be undone.
 *
 * @param action the verb and its object, as on the button: "Revoke key"
 * @param typed what has to be typed first, for what would be dear to lose
 * @param onConfirm does it; the dialog shows a refusal, and closes otherwise
 */
export function Confirm({
  title,
  action,
  typed,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly typed?: string;
  readonly onConfirm: () => Promise<Result<unknown>>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const [text, setText] = useState('');
  const confirm = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await onConfirm();
    setBusy(false);
    if (result.ok) onClose();
    else setError(result.error);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form" onSubmit={confirm}>
        <div class="stack close">{children}</div>
        {typed !== undefined && (
          <TextField
            label={
              <>
                Type <bdi>{typed}</bdi> to confirm
              </>
            }
            value={text}
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger primary"
            type="submit"
            busy={isBusy}
            disabled={typed !== undefined && text.trim() !== typed.trim()}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
