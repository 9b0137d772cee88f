import { basePath } from '@decidable/contract';
import { requestBytes } from '../connection.ts';
import { CATEGORIES, type Caller, COLOURS } from '../endpoints.ts';

/** Visits under way at once. */
const LANES = 3_000;

type Step = (visit: number, products: number) => readonly [path: string, body: object];

const product = (visit: number, k: number, products: number) =>
  `sku-${(visit * 7_919 + k * 104_729) % products}`;
const words = (visit: number) =>
  `${COLOURS[visit % COLOURS.length]} ${CATEGORIES[(visit >> 3) % CATEGORIES.length]}`;
const track = (type: string, value: string) => ['/track', { signals: [{ type, value }] }] as const;

/** What the pages of one visit send: front page, category, product, search, product, basket. */
const STEPS: readonly Step[] = [
  () => ['/catalog/ranked', { limit: 20 }],
  (visit) => track('category_view', CATEGORIES[visit % CATEGORIES.length]!),
  () => ['/catalog/ranked', { limit: 20 }],
  (visit, products) => track('product_view', product(visit, 1, products)),
  () => ['/catalog/ranked', { limit: 20 }],
  (visit) => track('search', words(visit)),
  (visit) => ['/catalog/ranked', { limit: 20, query: words(visit) }],
  (visit, products) => track('product_view', product(visit, 2, products)),
  (visit) => ['/event', { name: 'basket_opened', data: { value: visit % 200 } }],
  () => ['/catalog/ranked', { limit: 20, explain: false, fields: [] }],
];

/**
 * The n-th request of an endless sequence of visits, each of a new session from an address of its own.
 *
 * @param products of the catalogue
 */
export function requestOf({ organizationId, key }: Caller, products: number, n: number): Buffer {
  const lane = n % LANES;
  // Visits are at different steps at any time, so that the mix of requests is always the same.
  const turn = Math.floor(n / LANES) + lane;
  const visit = Math.floor(turn / STEPS.length) * LANES + lane;
  const [path, body] = STEPS[turn % STEPS.length]!(visit, products);
  const address = [10, (visit >> 16) & 255, (visit >> 8) & 255, visit & 255].join('.');
  return requestBytes(
    basePath + path,
    { 'x-api-key': key, 'x-forwarded-for': address },
    { organizationId, sessionId: `soak-visit-${visit}`, ...body },
  );
}
