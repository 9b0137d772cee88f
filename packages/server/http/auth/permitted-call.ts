import { basePath } from '@decidable/contract';
import type { ApiKey } from '../../storage/ports.ts';
import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/** Whether a key works for an endpoint: one that is limited to some, for those only. */
export const mayCall = ({ endpoints }: Pick<ApiKey, 'endpoints'>, path: string): boolean =>
  endpoints === undefined || endpoints.includes(path);

/** A key that is limited to some endpoints works for those only. */
export const requirePermittedCall: Check = ({ key, route }) => {
  const { endpoints } = key!;
  if (endpoints === undefined || endpoints.some((path) => route === basePath + path)) return;
  throw new Refusal(
    'FORBIDDEN',
    `This key may not call this endpoint, but only ${endpoints.join(', ')}. Use another key for it.`,
  );
};

/**
 * Whether results of gradings may be kept. Everybody can read the key of a page, and would fill the history of its
 * organization: such a key says so, by naming the endpoint. One without origins may, but for pages.
 */
export function keepsResults({ key, route, request }: Parameters<Check>[0]): boolean {
  const { endpoints, origins } = key!;
  if (endpoints !== undefined) return endpoints.some((path) => route === basePath + path);
  return origins.length === 0 && request.headers.origin === undefined;
}
