import { after, before, describe } from 'node:test';
import { artefactsContract } from './artefacts.ts';
import { cataloguesContract } from './catalogues.ts';
import { changeFeedContract } from './change-feed.ts';
import { commitContract } from './commit.ts';
import { gradingsContract } from './gradings/gradings.ts';
import { keptFilesContract } from './gradings/kept-files.ts';
import { keysContract } from './keys.ts';
import { leasesContract } from './leases.ts';
import { modelsContract } from './models.ts';
import { organizationsContract } from './organizations.ts';
import { outcomesContract } from './outcomes.ts';
import { peopleContract } from './people/people.ts';
import { signInsContract } from './people/sign-ins.ts';
import { sessionProfilesContract } from './session-profiles.ts';
import { sessionsContract } from './sessions.ts';
import { type StorageAdapter, StoreUnderTest } from './store-under-test.ts';
import { usageContract } from './usage.ts';
import { webhooksContract } from './webhooks.ts';

export type { OpenedStore, StorageAdapter } from './store-under-test.ts';

const CONTRACTS: readonly ((store: StoreUnderTest) => void)[] = [
  organizationsContract,
  peopleContract,
  signInsContract,
  keysContract,
  webhooksContract,
  cataloguesContract,
  artefactsContract,
  modelsContract,
  sessionsContract,
  sessionProfilesContract,
  outcomesContract,
  gradingsContract,
  keptFilesContract,
  usageContract,
  leasesContract,
  changeFeedContract,
  commitContract,
];

/** The ports whose facts processes hold in memory, or may keep in another place. */
const HELD_CONTRACTS = [keysContract, modelsContract, sessionProfilesContract, changeFeedContract];

/**
 * Tests what every adapter promises, port by port; to be called from the test file of the adapter.
 *
 * @param which `held` for a variant that differs only in where facts are held beside the store
 */
export function storageContract(adapter: StorageAdapter, which: 'all' | 'held' = 'all'): void {
  describe(`${adapter.name} keeps the promises of the ports`, () => {
    const store = new StoreUnderTest();
    before(() => store.open(adapter));
    after(() => store.dispose());
    for (const contract of which === 'all' ? CONTRACTS : HELD_CONTRACTS) contract(store);
  });
}
