import type { IncomingMessage } from 'node:http';
import type { ApiKey } from '../../storage/ports.ts';
import { Refusal } from '../errors/refusal.ts';

/**
 * A key that is scoped to origins works from those only: scheme, host and port must be equal. A request without
 * an Origin header comes from a server and passes: outside a browser the header proves nothing.
 *
 * @throws Refusal 403
 */
export function requireOrigin(request: IncomingMessage, key: ApiKey): void {
  const { origin } = request.headers;
  if (origin === undefined || key.origins.length === 0 || key.origins.includes(origin)) return;
  throw new Refusal(
    'FORBIDDEN',
    "This key may not be used from this page's origin. Add the origin to the key, or use another key.",
  );
}
