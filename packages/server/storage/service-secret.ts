import type { SignIns } from './ports.ts';

/**
 * A secret of the store by its name, made at the first call. A store that has it need not be written: a service starts beside a full
 * disk.
 *
 * @param make makes a new one
 */
export async function serviceSecret(
  signIns: Pick<SignIns, 'findSecret' | 'secret'>,
  name: string,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  return (await signIns.findSecret(name)) ?? signIns.secret(name, make());
}
