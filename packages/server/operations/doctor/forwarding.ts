import { describe, readUntrustedForwarding } from '../untrusted-forwarding.ts';
import { type Check, fine, notice } from './check.ts';

/** Whether the service got `X-Forwarded-For` from a proxy that is not trusted. */
export const forwarding: Check = {
  name: 'proxies',
  async run({ folder }) {
    const seen = await readUntrustedForwarding(folder);
    if (seen === undefined) return fine('No request came through a proxy that is not trusted.');
    const { found, remedy } = describe(seen);
    return notice(found, remedy);
  },
};
