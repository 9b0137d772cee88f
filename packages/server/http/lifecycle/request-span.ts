import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestSpan } from '../../tracing/tracer.ts';

interface Ended {
  readonly span: RequestSpan | undefined;
  readonly request: Pick<IncomingMessage, 'method'>;
  readonly response: Pick<ServerResponse, 'statusCode' | 'headersSent'>;
  /** The route as declared; null where there is none. */
  readonly route: string | null;
  readonly correlationId: string;
  /** The error that was thrown, when it is a fault of the service; else null. */
  readonly fault: unknown;
}

/**
 * Ends the span of a request: its attributes are those of the line in the log, by the semantic conventions of
 * OpenTelemetry for servers. The path is the route as declared, so nothing that was typed is in it.
 */
export function endSpan({ span, request, response, route, correlationId, fault }: Ended): void {
  if (span === undefined) return;
  const method = request.method ?? '';
  const { statusCode, headersSent } = response;
  span.end({
    name: route === null ? method : `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      ...(route !== null && { 'http.route': route }),
      // Who hangs up before the answer has none.
      ...(headersSent && { 'http.response.status_code': statusCode }),
      'decidable.correlation_id': correlationId,
    },
    fault: faultName(statusCode, headersSent, fault),
  });
}

function faultName(status: number, isAnswered: boolean, fault: unknown): string | undefined {
  if (fault instanceof Error) return fault.name;
  return isAnswered && status >= 500 ? String(status) : undefined;
}
