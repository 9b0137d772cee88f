import { useState } from 'preact/hooks';
import { follow } from '../../api/listen.ts';
import { trainNow } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { may } from '../../api/sign-in.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Progress } from '../../parts/layout/progress.tsx';
import { counted } from '../../parts/words/figures.ts';

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'training'; readonly stage: string }
  | { readonly is: 'done'; readonly visits: number; readonly sessions: number; readonly putAside: number }
  | { readonly is: 'refused'; readonly error: Failure };

/** Trains the model now, and tells how far it is. */
export function Train({ onTrained }: { readonly onTrained: () => Promise<void> }) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const train = async () => {
    setState({ is: 'training', stage: 'Starting' });
    const answer = await follow(trainNow, (event) => {
      if ('stage' in event) setState({ is: 'training', stage: event.stage });
    });
    if (!answer.ok) setState({ is: 'refused', error: answer.error });
    else if ('done' in answer.data) {
      setState({ ...answer.data, is: 'done' });
      await onTrained();
    } else setState({ is: 'idle' });
  };
  const isTraining = state.is === 'training';
  return (
    <Card
      title="Training"
      about={
        <>
          The model trains by itself when enough is new. Train it now after an import of orders, or after you
          have put visits aside. <a href="/outcomes">Outcomes</a> says how many visits are put aside, and why.
        </>
      }
      actions={
        may('editor') && (
          <Button icon="learn" busy={isTraining} onClick={train}>
            Train now
          </Button>
        )
      }
    >
      {isTraining && <Progress label={state.stage} />}
      {state.is === 'refused' && <Problem error={state.error} />}
      {state.is === 'done' && (
        <Notice kind={state.visits === 0 ? 'info' : 'good'}>
          <p role="status">
            {state.visits === 0
              ? 'No visit teaches anything yet: a visit teaches once it has ended and a shopper has chosen something in it.'
              : `Trained on ${counted(state.visits, 'visit')} of ${counted(state.sessions, 'session')}. Rankings follow it from now on.`}{' '}
            {state.putAside > 0 && `${counted(state.putAside, 'visit is', 'visits are')} put aside.`}
          </p>
        </Notice>
      )}
    </Card>
  );
}
