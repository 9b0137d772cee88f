import { type ShownCall, watchCalls } from '@decidable/contract/management';
import { type RecordedCall, readCall, shownText } from '../../calls/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import { EventQueue } from '../events/event-queue.ts';
import { manage } from '../manage.ts';

function shown(call: RecordedCall): ShownCall {
  const { sessionId, understood, problems } = readCall(call);
  const { origin, userAgent, refusal, milliseconds } = call;
  const request = shownText(call.body);
  return {
    correlationId: call.id,
    at: isoTime(call.at),
    endpoint: call.endpoint,
    status: call.status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    key: call.keyPrefix,
    requestBytes: call.bodyBytes,
    answer: shownText(call.answer) ?? '',
    understood: [...understood],
    problems: [...problems],
    ...(refusal !== undefined && { code: refusal.code }),
    ...(origin !== undefined && { origin }),
    ...(userAgent !== undefined && { userAgent }),
    ...(sessionId !== undefined && { sessionId }),
    ...(request !== undefined && { request }),
  };
}

export const endpoints = [
  manage(watchCalls, async ({ organizationId, signal }, { calls }) => {
    const arrived = new EventQueue<RecordedCall>(signal);
    const leave = calls.follow(organizationId, (call) => arrived.put(call));
    return (async function* () {
      try {
        yield { calls: calls.of(organizationId).map(shown) };
        for await (const call of arrived) yield { calls: [shown(call)] };
      } finally {
        leave();
      }
    })();
  }),
];
