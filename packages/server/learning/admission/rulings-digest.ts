import { createHash } from 'node:crypto';
import type { Ruling, SessionId } from '../../storage/ports.ts';

/** Names what owners have ruled: the same rulings have the same digest; 16 hexadecimal digits. */
export function digestOf(rulings: ReadonlyMap<SessionId, Ruling>): string {
  const hash = createHash('sha256');
  const entries = [...rulings].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [sessionId, ruling] of entries) hash.update(`${sessionId}\n${ruling}\n`);
  return hash.digest('hex').slice(0, 16);
}
