import type { SessionSummary } from '@decidable/contract/management';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listSessions } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { organization } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { SearchField } from '../../parts/forms/search-field.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { ago, dayAndTime } from '../../parts/words/times.ts';

/** How often the list looks for new sessions, in ms. */
const LOOK_EVERY = 5_000;
/** A session that was seen since is under way, in ms: a visit ends after half an hour. */
const UNDER_WAY = 30 * 60_000;

export default function Sessions() {
  const [prefix, setPrefix] = useState('');
  const input = prefix === '' ? {} : { query: { prefix } };
  const { data, error, reload } = useCall(listSessions, input);
  const [more, setMore] = useState<{
    readonly sessions: readonly SessionSummary[];
    readonly next?: string;
  }>();
  const [fault, setFault] = useState<Failure>();
  useEffect(() => setMore(undefined), [prefix]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [prefix]);

  const next = more === undefined ? data?.next : more.next;
  const showMore = async () => {
    const answer = await call(listSessions, { query: { ...(prefix !== '' && { prefix }), cursor: next! } });
    if (!answer.ok) setFault(answer.error);
    else
      setMore((before) => ({
        sessions: [...(before?.sessions ?? []), ...answer.data.sessions],
        ...(answer.data.next !== undefined && { next: answer.data.next }),
      }));
  };

  const isEmpty = data?.sessions.length === 0;
  return (
    <Page
      title="Sessions"
      lead="Watch a shopper live: what they do, what is inferred from it, and the list that they get."
      actions={
        organization.value?.demo && (
          <ButtonLink look="primary" icon="external" href="/demo/" target="_blank">
            Open the demo shop
          </ButtonLink>
        )
      }
    >
      <div class="stack">
        {(error ?? fault) !== undefined && <Problem error={(error ?? fault)!} retry={reload} />}
        {data === undefined && error === undefined && <Skeleton lines={8} />}
        {isEmpty && prefix === '' && <NoSessions />}
        {data !== undefined && (!isEmpty || prefix !== '') && (
          <SearchField
            label="Find a session by the first characters of its id"
            value={prefix}
            onInput={(event) => setPrefix(event.currentTarget.value)}
          />
        )}
        {data !== undefined && (!isEmpty || prefix !== '') && (
          <Card look="flush">
            {isEmpty ? (
              <Empty icon="search" title="No session has such an id">
                Ids are compared from their first character on.
              </Empty>
            ) : (
              <Table
                caption="Sessions, the last one that was seen first"
                rows={[...data.sessions, ...(more?.sessions ?? [])]}
                rowKey={({ sessionId }) => sessionId}
                columns={[
                  {
                    name: 'id',
                    head: 'Session',
                    cell: ({ sessionId }) => (
                      <a class="mono" href={`/sessions/${encodeURIComponent(sessionId)}`}>
                        {sessionId}
                      </a>
                    ),
                  },
                  {
                    name: 'seen',
                    head: 'Last seen',
                    cell: ({ lastSeenAt }) => (
                      <span class="row">
                        <time dateTime={lastSeenAt} title={dayAndTime(lastSeenAt)}>
                          {ago(lastSeenAt)}
                        </time>
                        {Date.now() - Date.parse(lastSeenAt) < UNDER_WAY && (
                          <Badge kind="good" live>
                            under way
                          </Badge>
                        )}
                      </span>
                    ),
                  },
                  { name: 'opened', head: 'Began', cell: ({ openedAt }) => ago(openedAt) },
                  {
                    name: 'signals',
                    head: 'Signals',
                    isNumber: true,
                    cell: ({ signals }) => signals.toLocaleString('en'),
                  },
                ]}
              />
            )}
          </Card>
        )}
        {next !== undefined && (
          <div class="buttons">
            <Button onClick={showMore}>Show earlier sessions</Button>
          </div>
        )}
      </div>
    </Page>
  );
}

function NoSessions() {
  const isDemo = organization.value?.demo === true;
  return (
    <Card>
      <Empty
        icon="session"
        title="No shopper yet"
        actions={
          isDemo ? (
            <ButtonLink look="primary" icon="external" href="/demo/" target="_blank">
              Open the demo shop
            </ButtonLink>
          ) : (
            <>
              <ButtonLink look="primary" href="/keys">
                Create a key
              </ButtonLink>
              <ButtonLink href="/docs/quick-start">Read the quick start</ButtonLink>
            </>
          )
        }
      >
        {isDemo
          ? 'Click around in the demo shop in another tab: your own session appears here as you do.'
          : 'Sessions appear here as soon as your shop sends signals. It takes a key and a script tag.'}
      </Empty>
    </Card>
  );
}
