import type { ShownCall } from '@decidable/contract/management';
import { CopyButton, Snippet } from '../../parts/controls/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { dayAndTime, timeOfDay } from '../../parts/words/times.ts';

/** Whether something of a call was not understood or not taken. */
export const isTroubled = ({ status, problems }: ShownCall): boolean => status >= 400 || problems.length > 0;

const kindOf = (call: ShownCall): 'good' | 'warn' | 'bad' =>
  call.status >= 400 ? 'bad' : isTroubled(call) ? 'warn' : 'good';

const PICTURES = { good: 'check', warn: 'warning', bad: 'error' } as const;

/** Calls, the latest first: what was understood of each, what was not, and the fix. */
export function CallList({ calls }: { readonly calls: readonly ShownCall[] }) {
  return (
    <ol class="calls" aria-label="Calls, the latest first">
      {calls.map((call) => (
        <li key={call.correlationId} class={kindOf(call)}>
          <Icon name={PICTURES[kindOf(call)]} />
          <div class="call">
            <Head call={call} />
            {call.understood.length > 0 && (
              <p>
                <span class="quiet">Understood:</span> {call.understood.join(', ')}
              </p>
            )}
            {call.problems.map(({ message, fix }) => (
              <p key={message} class="problem">
                {message}
                {fix !== undefined && (
                  <>
                    {' '}
                    <strong>Fix:</strong> {fix}
                  </>
                )}
              </p>
            ))}
            <Bytes call={call} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Head({ call }: { readonly call: ShownCall }) {
  const { at, endpoint, status, code, milliseconds, sessionId } = call;
  return (
    <p class="head">
      <strong class="mono">{endpoint}</strong>
      <Badge kind={kindOf(call)}>
        {status}
        {code !== undefined && ` ${code}`}
      </Badge>
      {sessionId !== undefined && (
        <a class="mono" href={`/sessions/${encodeURIComponent(sessionId)}`}>
          {sessionId}
        </a>
      )}
      <span class="quiet nowrap">{milliseconds.toFixed(1)} ms</span>
      <time class="quiet nowrap" dateTime={at} title={dayAndTime(at)}>
        {timeOfDay(at)}
      </time>
    </p>
  );
}

/** Body, answer and sender, as far as they are kept. */
function Bytes({ call }: { readonly call: ShownCall }) {
  const { request, requestBytes, answer, key, origin, userAgent, correlationId } = call;
  const isCut = request !== undefined && new TextEncoder().encode(request).length < requestBytes;
  return (
    <details>
      <summary>Body and answer</summary>
      <dl>
        <dt>From</dt>
        <dd>
          {origin ?? 'a server'}, by the key <span class="mono">{key}…</span>
          {userAgent !== undefined && <span class="quiet"> ({userAgent})</span>}
        </dd>
        <dt>Correlation id</dt>
        <dd>
          <span class="mono">{correlationId}</span>{' '}
          <CopyButton text={correlationId} what="the correlation id" />
        </dd>
        <dt>Body{isCut && `, its beginning of ${requestBytes} bytes`}</dt>
        <dd>{request === undefined ? 'It was not read.' : <Snippet text={request} what="the body" />}</dd>
        <dt>Answer, its beginning</dt>
        <dd>
          <Snippet text={answer} what="the answer" />
        </dd>
      </dl>
    </details>
  );
}
