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

/** The path that a request is routed by: `%65vent` is `event`. What cannot be decoded stays as it is, and is no route. */
export function routedPath(request: Pick<IncomingMessage, 'url'>): string {
  const path = pathOf(request);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
