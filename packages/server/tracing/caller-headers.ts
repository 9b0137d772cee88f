import type { IncomingHttpHeaders } from 'node:http';
import { KEY_PREFIX } from '../keys/mint-key.ts';
import type { CallerHeaders } from './tracer.ts';

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** The headers by which a request belongs to a trace of its caller. A `tracestate` that contains a key is dropped: it would be exported. */
export function callerHeaders({ traceparent, tracestate }: IncomingHttpHeaders): CallerHeaders {
  const state = one(tracestate);
  return { traceparent: one(traceparent), tracestate: state?.includes(KEY_PREFIX) ? undefined : state };
}
