import { Refusal } from '../errors/refusal.ts';
import type { Check } from '../request-check.ts';

/**
 * A key that is scoped to origins works from those only: scheme, host and port must be equal. A request without
 * an Origin header comes from a server and passes: outside a browser the header proves nothing.
 */
export const requireOrigin: Check = ({ request, key }) => {
  const { origin } = request.headers;
  const { origins } = key!;
  if (origin === undefined || origins.length === 0 || origins.includes(origin)) return;
  throw new Refusal(
    'FORBIDDEN',
    "This key may not be used from this page's origin. Add the origin to the key, or use another key.",
  );
};
