import type { IncomingHttpHeaders } from 'node:http';
import type { CallerHeaders } from './tracer.ts';

/** The beginning of a key: what a caller puts into its trace state is exported, and keys never are. */
const KEY = 'pk_live_';

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** The headers by which a request belongs to a trace of its caller. */
export function callerHeaders({ traceparent, tracestate }: IncomingHttpHeaders): CallerHeaders {
  const state = one(tracestate);
  return { traceparent: one(traceparent), tracestate: state?.includes(KEY) ? undefined : state };
}
