import { createHash } from 'node:crypto';
import { mintKey } from '@decidable/server';
import { type OrganizationId, openSqliteStorage, type Storage } from '@decidable/server/storage';
import { type Caller, catalogueCsv } from '../endpoints.ts';

/** A shop among many. */
export interface ManyShop extends Caller {
  readonly products: number;
}

const LARGE = 20_000;
/** One shop in so many is large. */
const LARGE_EVERY = 50;
const SMALLEST = 50;
const LARGEST_OF_SMALL = 2_000;

/** A low-discrepancy sequence in 0..1, so that neither sizes nor popularity come in runs. */
const spread = (n: number): number => (n * 0.618_033_988_749_895) % 1;

/** Products of the n-th shop: one in fifty has 20,000, the others 50 to 2,000, as many below 316 as above. */
export const productsOf = (n: number): number =>
  n % LARGE_EVERY === LARGE_EVERY - 1
    ? LARGE
    : Math.round(SMALLEST * (LARGEST_OF_SMALL / SMALLEST) ** spread(n));

/** Catalogues of any size up to `most` products, each the beginning of the largest. */
export function catalogues(most: number): (products: number) => Uint8Array {
  const lines = catalogueCsv(most).split('\n');
  return (products) => Buffer.from(lines.slice(0, products + 1).join('\n'));
}

/** Puts a catalogue into a store, under a version that names its content. */
export function putCatalogue(
  storage: Storage,
  shop: ManyShop,
  csv: Uint8Array,
  importedAt = Date.now(),
): Promise<void> {
  const version = createHash('sha256').update(csv).digest('hex').slice(0, 16);
  const { organizationId, products } = shop;
  return storage.catalogues.put({
    organizationId: organizationId as OrganizationId,
    version,
    products,
    importedAt,
    csv,
  });
}

/** Makes organizations in a data folder, each with a key and a catalogue; the n-th has `sizes[n]` products. */
export async function makeShops(folder: string, sizes: readonly number[]): Promise<ManyShop[]> {
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  const csvOf = catalogues(Math.max(...sizes));
  const createdAt = Date.now();
  const shops: ManyShop[] = [];
  for (const [n, products] of sizes.entries()) {
    const organizationId = `org_bench${n.toString(32).padStart(15, 'z')}` as OrganizationId;
    const { value, id, hash, prefix } = mintKey();
    const shop = { organizationId, key: value, products };
    await storage.organizations.create({ id: organizationId, name: `Shop ${n}`, createdAt });
    await storage.keys.create({ id, organizationId, hash, prefix, origins: [], createdAt });
    if (products > 0) await putCatalogue(storage, shop, csvOf(products), createdAt);
    shops.push(shop);
  }
  await storage.close();
  return shops;
}
