import type { IncomingMessage } from 'node:http';
import type { ErrorCode, ErrorDetails, ErrorEnvelope } from '@decidable/contract';

/** The body of an error. */
export function envelope(
  code: ErrorCode,
  message: string,
  path: string,
  correlationId: string,
  details?: ErrorDetails,
): string {
  const body: ErrorEnvelope = {
    success: false,
    error: { code, message, ...(details !== undefined && { details }) },
    timestamp: new Date().toISOString(),
    path,
    correlationId,
  };
  return JSON.stringify(body);
}

/** The path as requested, without its query. */
export function pathOf(request: Pick<IncomingMessage, 'url'>): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
