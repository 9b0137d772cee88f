import { createHash } from 'node:crypto';
import type { StoredCatalogue } from '../../storage/ports.ts';

/** The version of a catalogue. What was not chosen does not count, so that released versions stay as they are. */
export function versionOf(
  csv: Uint8Array,
  { roles, privacy, kinds }: Pick<StoredCatalogue, 'roles' | 'privacy' | 'kinds'>,
): string {
  const hash = createHash('sha256').update(csv);
  if (roles !== undefined) hash.update(JSON.stringify(Object.entries(roles).sort()));
  if (privacy !== undefined) hash.update(`\nprivacy ${JSON.stringify([privacy.private, privacy.public])}`);
  if (kinds !== undefined) hash.update(`\nkinds ${JSON.stringify(Object.entries(kinds).sort())}`);
  return hash.digest('base64url').slice(0, 22);
}
