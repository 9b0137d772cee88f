import { setTimeout as wait } from 'node:timers/promises';
import type { Shop } from '../shops/shop.ts';
import type { OrganizationId } from '../storage/ports.ts';
import type { ManagementNeeds } from './manage.ts';

/** How long a page waits for a shop that is being opened, in ms; then it is told to come back. Set by hand. */
export const OPEN_WITHIN = 20_000;
/** How long a page waits for a catalogue that has just been replaced, and how often it looks; ms. Set by hand. */
const LONGEST = 5_000;
const LOOK_EVERY = 25;

/**
 * The shop with its current catalogue. A service ranks the one before until a new one has been read; whoever has just
 * replaced it wants to see the new one. After five seconds the one that is ranked is answered.
 */
export async function currentShop(
  { storage, services }: Pick<ManagementNeeds, 'storage' | 'services'>,
  organizationId: OrganizationId,
): Promise<Shop> {
  const until = performance.now() + LONGEST;
  for (;;) {
    const shop = await services.shops.within(organizationId, OPEN_WITHIN);
    const current = await storage.catalogues.currentVersion(organizationId);
    if ((current?.version ?? null) === shop.catalogueVersion || performance.now() > until) return shop;
    await wait(LOOK_EVERY);
  }
}
