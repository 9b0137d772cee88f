import type { Lease, LeaseName, Leases } from './ports/leases.ts';

/** Leases that tell which of them this process holds: `held` when one is acquired, and not when it is given back or lost. */
export function observedLeases(
  leases: Leases,
  observe: ((change: { readonly name: LeaseName; readonly held: boolean }) => void) | undefined,
): Leases {
  if (observe === undefined) return leases;
  const ended = ({ name }: Lease) => observe({ name, held: false });
  return {
    acquire: async (scope, name, owner, duration) => {
      const lease = await leases.acquire(scope, name, owner, duration);
      if (lease !== undefined) observe({ name, held: true });
      return lease;
    },
    renew: async (lease, duration) => {
      const renewed = await leases.renew(lease, duration);
      if (renewed === undefined) ended(lease);
      return renewed;
    },
    // One that cannot be released runs out.
    release: (lease) => leases.release(lease).finally(() => ended(lease)),
  };
}
