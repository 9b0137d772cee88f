import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { exportSession, readSession, ruleSession } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Menu } from '../../parts/overlays/menu.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';
import { counted } from '../../parts/words/figures.ts';
import { ago } from '../../parts/words/times.ts';
import { cameHow } from '../../parts/words/visits.ts';
import { Decisions } from './decisions.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { FadingLegend, Interests, Personas } from './inferred.tsx';
import { useLiveSession } from './live-session.ts';
import { RankingNow } from './ranking-now.tsx';
import './session.css';
import { Timeline } from './timeline.tsx';

const BACK = { href: '/sessions', label: 'Sessions' };

export default function Session() {
  const { params } = useRoute();
  const sessionId = params.sessionId;
  const { data, error, reload } = useCall(readSession, { params: { sessionId } });
  const live = useLiveSession(sessionId, data?.signals ?? [], reload);
  const [isErasing, setErasing] = useState(false);
  const state = live.state ?? data?.state;

  const rule = async (ruling: 'admitted' | 'excluded' | null) => {
    const answer = await call(ruleSession, { params: { sessionId }, body: { ruling } });
    if (!answer.ok) toastProblem(answer.error);
    else {
      await reload();
      toast(
        ruling === 'excluded'
          ? 'The next training leaves this session out.'
          : 'The next training decides by itself again.',
      );
    }
  };
  const save = async () => {
    const answer = await download(exportSession, { params: { sessionId } });
    if (!answer.ok) toastProblem(answer.error);
  };

  if (error !== undefined)
    return (
      <Page title="Session" back={BACK}>
        <Problem error={error} retry={reload} />
      </Page>
    );
  return (
    <Page
      title={<span class="mono">{sessionId}</span>}
      back={BACK}
      width="wide"
      lead={data && `Began ${ago(data.session.openedAt)}; ${counted(live.signals.length, 'signal')} shown.`}
      actions={
        may('editor') && (
          <Menu
            align="end"
            button={(props) => (
              <Button icon="more" {...props}>
                More
              </Button>
            )}
            items={[
              { label: 'Export all that is stored', icon: 'download', onChoose: save },
              data?.ruling === 'excluded'
                ? { label: 'Let the model learn from it', icon: 'check', onChoose: () => rule(null) }
                : { label: 'Keep it out of learning', icon: 'hidden', onChoose: () => rule('excluded') },
              'line',
              { label: 'Erase the session', icon: 'trash', look: 'danger', onChoose: () => setErasing(true) },
            ]}
          />
        )
      }
    >
      {data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <div class="stack">
          <div class="row">
            {live.isLive ? (
              <Badge kind="good" live>
                watching live
              </Badge>
            ) : (
              <Badge>connecting</Badge>
            )}
            {state?.context !== undefined && (
              <>
                <Badge>{state.context.device}</Badge>
                <Badge>{`came ${cameHow(state.context.referrer)}`}</Badge>
                <Badge>{state.context.timeOfDay}</Badge>
              </>
            )}
            {data.ruling === 'excluded' && <Badge kind="warn">kept out of learning</Badge>}
          </div>
          {live.error !== undefined && <Problem error={live.error} />}
          <div class="session-columns">
            <Card title="What the shopper does">
              <Timeline signals={live.signals} />
            </Card>
            <Card title="How this shopper shops">
              <Personas personas={state?.personas ?? []} />
            </Card>
            <Card title="What it is about" about={<FadingLegend />}>
              <Interests interests={state?.interests ?? []} />
            </Card>
          </div>
          <RankingNow sessionId={sessionId} arrivals={live.arrivals} />
          <Card title="Lists that were sent">
            <Decisions sessionId={sessionId} decisions={data.decisions} />
          </Card>
        </div>
      )}
      {isErasing && <EraseDialog sessionId={sessionId} onClose={() => setErasing(false)} />}
    </Page>
  );
}
