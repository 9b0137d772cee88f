import { type Check, type Finding, type Installation, unknown } from './check.ts';
import { clock } from './clock.ts';
import { ofNode, sharedServers } from './cluster.ts';
import { diskSpace } from './disk-space.ts';
import { fileSystem } from './file-system.ts';
import { folder } from './folder.ts';
import { forwarding } from './forwarding.ts';
import { pendingUsage } from './pending-usage.ts';
import { retention } from './retention.ts';
import { service } from './service.ts';
import { fittingSettings } from './settings.ts';
import { store } from './store.ts';
import { versions } from './versions.ts';

export type { Check, Finding, Installation, Verdict } from './check.ts';

/** Every check, in the order in which they are told. */
export const checks: readonly Check[] = [
  versions,
  fittingSettings,
  folder,
  fileSystem,
  diskSpace,
  service,
  store,
  forwarding,
  pendingUsage,
  retention,
  clock,
];

/** The checks of a node of a cluster, and of the servers that it shares with others. */
export const clusterChecks: readonly Check[] = [
  versions,
  fittingSettings,
  ...sharedServers,
  ...[folder, diskSpace, service, forwarding, pendingUsage].map(ofNode),
];

/** Runs checks one after another. One that fails itself is `unknown`. */
export async function* examine(
  installation: Installation,
  all: readonly Check[] = checks,
): AsyncGenerator<Finding & { readonly check: string }> {
  for (const check of all) {
    let finding: Finding;
    try {
      finding = await check.run(installation);
    } catch (error) {
      finding = unknown(
        `It could not be checked (${error instanceof Error ? error.message : String(error)}).`,
        'Mend what the other checks found, then run it again.',
      );
    }
    yield { check: check.name, ...finding };
  }
}
