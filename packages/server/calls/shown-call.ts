import type { ShownCall } from '@decidable/contract/management';
import { isoTime } from '../json/iso-time.ts';
import { readCall, shownText } from './call-reading.ts';
import type { RecordedCall } from './recent-calls.ts';

/** A call with what became of it, as pages show it. */
export function shownCall(call: RecordedCall): ShownCall {
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
