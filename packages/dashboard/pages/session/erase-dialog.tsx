import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { follow } from '../../api/listen.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { eraseSession } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Progress } from '../../parts/layout/progress.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { toast } from '../../parts/overlays/toasts.tsx';

const WORD = 'erase';

/** Asks before a session is erased, and shows how far it has come. */
export function EraseDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const { route } = useLocation();
  const [typed, setTyped] = useState('');
  const [stage, setStage] = useState<string>();
  const [error, setError] = useState<Failure>();
  const erase = async (event: Event) => {
    event.preventDefault();
    if (stage !== undefined) return;
    setError(undefined);
    setStage('beginning');
    const tell = (told: AnswerTo<typeof eraseSession>) => {
      if ('stage' in told) setStage(told.stage);
    };
    const erased = await follow(eraseSession, tell, { params: { sessionId } });
    setStage(undefined);
    if (!erased.ok) {
      setError(erased.error);
      return;
    }
    toast('The session is erased.');
    onClose();
    route('/sessions');
  };
  return (
    <Dialog title="Erase this session" onClose={onClose} isLocked={stage !== undefined}>
      <form class="form" onSubmit={erase}>
        <p>
          Everything that is stored under this id is removed, the model is trained again without it, and what
          is left of it in the files of the store is overwritten. Orders stay and no longer name it. This
          cannot be undone.
        </p>
        {stage === undefined ? (
          <TextField
            label={`Type ${WORD} to confirm`}
            value={typed}
            autocomplete="off"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        ) : (
          <Progress label={`Erasing: ${stage}`} />
        )}
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose} disabled={stage !== undefined}>
            Cancel
          </Button>
          <Button
            look="danger primary"
            type="submit"
            busy={stage !== undefined}
            disabled={typed.trim() !== WORD}
          >
            Erase the session
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
