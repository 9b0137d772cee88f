import { useState } from 'preact/hooks';
import { may } from '../../api/sign-in.ts';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Segments } from '../../parts/controls/segments.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { CallList, isTroubled } from './call-list.tsx';
import './debug.css';
import { useLiveCalls } from './live-calls.ts';

const choices = [
  { name: 'all', label: 'All' },
  { name: 'troubled', label: 'With problems' },
] as const;

const KEPT =
  'At most five a second and a hundred in all of those that went well, and twenty a second and a hundred of those with problems, for ten minutes. They are in the memory of the service and written nowhere. Keys are not kept, and of a body its first 4 kB.';

/** What became of each call of the last minutes. */
export default function Debug() {
  const [which, setWhich] = useState<(typeof choices)[number]['name']>('all');
  const [isWatching, setWatching] = useState(true);
  const isAllowed = may('editor');
  const { calls, isLive, error } = useLiveCalls(isWatching && isAllowed);
  const shown = calls?.filter((call) => which === 'all' || isTroubled(call));
  return (
    <Page
      title="Debugger"
      lead={
        <>
          <Explained by={KEPT}>The calls</Explained> of the last minutes as they arrive: what was understood,
          what was not, and the fix.
        </>
      }
      actions={
        isAllowed && (
          <>
            <Segments label="Which calls" options={choices} chosen={which} onChoose={setWhich} />
            <Button icon={isWatching ? 'pause' : 'play'} onClick={() => setWatching(!isWatching)}>
              {isWatching ? 'Pause' : 'Go on'}
            </Button>
          </>
        )
      }
    >
      {!isAllowed ? (
        <Card>
          <Empty icon="lock" title="For editors and owners">
            Calls contain what shoppers do. Ask an owner of the organization to make you an editor.
          </Empty>
        </Card>
      ) : (
        <div class="stack">
          {error !== undefined && <Problem error={error} />}
          {shown === undefined ? (
            error === undefined && <Skeleton />
          ) : shown.length === 0 ? (
            <Card>
              <Empty
                icon="code"
                title={
                  calls!.length === 0 ? 'No calls in the last minutes' : 'No problems in the last minutes'
                }
                actions={<ButtonLink href="/keys">API keys</ButtonLink>}
              >
                Open a page of your shop, or send a call: it appears here. A call without a valid key belongs
                to no organization and is not shown; its answer is 401. On a page, <code>debug: true</code> of
                the SDK shows the same in the console, where its release has it.
              </Empty>
            </Card>
          ) : (
            <Card
              title={
                <span class="row">
                  Calls{' '}
                  {isLive ? (
                    <Badge kind="good" live>
                      watching live
                    </Badge>
                  ) : (
                    <Badge>{isWatching ? 'connecting' : 'paused'}</Badge>
                  )}
                </span>
              }
            >
              <CallList calls={shown} />
            </Card>
          )}
        </div>
      )}
    </Page>
  );
}
