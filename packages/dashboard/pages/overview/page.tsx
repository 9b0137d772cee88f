import type { ListedGrading } from '@decidable/contract/management';
import {
  listGradings,
  listKeys,
  listSessions,
  readOutcomes,
  readUsage,
} from '../../api/operations.generated.ts';
import { organization } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { Sparkline } from '../../parts/charts/sparkline.tsx';
import { Badge, Grade } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Stat } from '../../parts/layout/stat.tsx';
import { When } from '../../parts/layout/when.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { counted, number } from '../../parts/words/figures.ts';
import { daysUpTo } from '../usage/series.ts';
import { FirstSteps } from './first-steps.tsx';
import './overview.css';

/** Days of the figures. */
const SPAN = 7;
/** Rows of each short list. */
const ROWS = 5;
const MOST_SESSIONS = 200;

/** How the shop stands, and what to do next. */
export default function Overview() {
  const shop = organization.value;
  const days = daysUpTo(new Date(), SPAN);
  const sessions = useCall(listSessions, { query: { limit: MOST_SESSIONS } });
  const usage = useCall(readUsage, { query: { from: days[0], to: days.at(-1)! } });
  const outcomes = useCall(readOutcomes, { query: { days: SPAN } });
  const keys = useCall(listKeys);
  const gradings = useCall(listGradings, { query: { kind: 'audit', limit: 1 } });
  // Who comes back from the shop in another tab sees what has happened there.
  useReturn(() => {
    for (const each of [sessions, usage, outcomes, keys, gradings]) void each.reload();
  });
  if (shop === undefined) return <Nowhere />;
  const error = sessions.error ?? usage.error ?? outcomes.error ?? keys.error ?? gradings.error;
  const seen = sessions.data?.sessions ?? [];
  const today = seen.filter(({ lastSeenAt }) => lastSeenAt.slice(0, 10) === days.at(-1)).length;
  const perDay = days.map(
    (day) =>
      usage.data?.days
        .find((each) => each.day === day)
        ?.operations.reduce((sum, { requests }) => sum + requests, 0) ?? 0,
  );
  const requests = perDay.reduce((sum, value) => sum + value, 0);
  return (
    <Page title={shop.name} lead="How your catalogue and your shoppers stand, and what to do next.">
      <div class="stack">
        {error !== undefined && <Problem error={error} />}
        <FirstSteps
          isDemo={shop.demo === true}
          isGraded={gradings.data === undefined ? undefined : gradings.data.gradings.length > 0}
          hasSessions={sessions.data === undefined ? undefined : seen.length > 0}
          hasOwnKey={keys.data?.keys.some(({ label }) => label !== 'demo key' && label !== 'demo pages')}
        />
        <div class="columns overview-stats">
          <LastGrade grading={gradings.data?.gradings[0]} />
          <a class="card" href="/sessions">
            <Stat
              name="Sessions today"
              value={today === MOST_SESSIONS ? `${MOST_SESSIONS}+` : number(today)}
              note={
                seen.length === 0 ? (
                  'No shopper has been here yet.'
                ) : (
                  <>The last one {<When at={seen[0].lastSeenAt} />}.</>
                )
              }
            />
          </a>
          <a class="card" href="/usage">
            <Stat
              name={`Requests, ${SPAN} days`}
              value={
                <span class="row">
                  {number(requests)}
                  {requests > 0 && <Sparkline label={`Requests of the last ${SPAN} days`} values={perDay} />}
                </span>
              }
              note="What your shop asked the service."
            />
          </a>
          <a class="card" href="/outcomes">
            <Stat
              name={`Clicks, ${SPAN} days`}
              value={number(outcomes.data?.total.clicked ?? 0)}
              note={`Of ${counted(outcomes.data?.total.shown ?? 0, 'shown product')}.`}
            />
          </a>
        </div>
        <div class="columns" style={{ '--column': '24rem' }}>
          <Card title="To mend" look="flush" actions={<a href="/outcomes">Outcomes</a>}>
            {outcomes.data?.findings.length === 0 ? (
              <Empty icon="check" title="Nothing stands out">
                Searches that find nothing, and events about products that the catalogue lacks, appear here
                with their fix.
              </Empty>
            ) : (
              <ul class="rows">
                {outcomes.data?.findings.slice(0, ROWS).map(({ code, message, fix }) => (
                  <li key={code}>
                    <p>{message}</p>
                    <small>{fix}</small>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title="Last seen" look="flush" actions={<a href="/sessions">Sessions</a>}>
            {sessions.data !== undefined && seen.length === 0 ? (
              <Empty icon="session" title="No sessions yet">
                A session appears with the first signal of a shopper: a view, a search, a filter.
              </Empty>
            ) : (
              <ul class="rows">
                {seen.slice(0, ROWS).map(({ sessionId, lastSeenAt, signals }) => (
                  <li key={sessionId}>
                    <a href={`/sessions/${encodeURIComponent(sessionId)}`}>
                      <bdi>{sessionId}</bdi>
                    </a>
                    <small>
                      <Explained by="What a shopper did or said: views, searches, filters, and what the page told of the visit.">
                        {counted(signals, 'signal')}
                      </Explained>{' '}
                      · <When at={lastSeenAt} />
                    </small>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** The grade of the last audit that was kept. */
function LastGrade({ grading }: { readonly grading: ListedGrading | undefined }) {
  const { grade, left } = grading?.summary ?? {};
  return (
    <a
      class="card"
      href={grading === undefined ? '/audit' : `/audit/${encodeURIComponent(grading.gradingId)}`}
    >
      <Stat
        name="Grade of the catalogue"
        value={grade === undefined ? '–' : <Grade grade={grade} />}
        note={
          grading === undefined ? (
            'Not graded yet.'
          ) : left === undefined ? (
            <When at={grading.at} />
          ) : (
            `Three answers leave a shopper ${productsLeft(left.now)} of ${counted(Math.round(left.of), 'product')}.`
          )
        }
      />
    </a>
  );
}

/** A mean of products: with a decimal where it is small. */
const productsLeft = (products: number): string =>
  products.toLocaleString('en', { maximumFractionDigits: products < 10 ? 1 : 0 });

/** Somebody who has been removed everywhere, or has deleted their last organization. */
const Nowhere = () => (
  <Page title="Overview" width="narrow">
    <Card>
      <Empty icon="people" title="You are a member of no organization">
        Ask an owner for an invitation. <Badge>They find it under Members</Badge>
      </Empty>
    </Card>
  </Page>
);
