import { useState } from 'preact/hooks';

/**
 * The one-time token behind # of a link, which browsers send to nobody. It is taken out of the address, so that it is in
 * no history.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
