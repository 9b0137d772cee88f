/** The caller: what all requests of a run share. */
export interface Caller {
  readonly organizationId: string;
  readonly key: string;
}

/** One endpoint to measure. */
export interface MeasuredEndpoint {
  readonly path: string;
  /** Throughput that is aimed at, as a share of the bare server's. */
  readonly goal: number;
  /** Longest 99th percentile that is aimed at under half of that load, in ms. */
  readonly goalP99?: number;
  /** The n-th request body. */
  body(caller: Caller, n: number): object;
  /** Requests to send before any are measured, e.g. so that sessions have signals. */
  prepare?(caller: Caller): readonly { readonly path: string; readonly body: object }[];
  /** Products of the catalogue that it ranks. */
  readonly products?: number;
}

export const SESSIONS = 2_000;
const session = (n: number) => `bench-session-${n % SESSIONS}`;

export const CATEGORIES = ['boots', 'sandals', 'sneakers', 'loafers', 'slippers', 'heels', 'clogs', 'mules'];
export const COLOURS = ['black', 'brown', 'white', 'red', 'blue', 'green', 'grey', 'beige', 'pink', 'yellow'];

/** Signals of a shopper who compares products, as a category page and a product page send them. */
function signals(n: number): { type: string; value: string }[] {
  return [
    { type: 'category_view', value: CATEGORIES[n % CATEGORIES.length] },
    { type: 'product_view', value: `sku-${(n * 7_919) % 20_000}` },
    { type: 'attribute_filter', value: `colour=${COLOURS[n % COLOURS.length]}` },
  ];
}

export const measuredEndpoints: readonly MeasuredEndpoint[] = [
  {
    path: '/event',
    goal: 0.5,
    body: ({ organizationId }, n) => ({
      sessionId: session(n),
      organizationId,
      name: 'checkout_started',
      data: { cartValue: 120.5 + (n % 100), currency: 'EUR', items: 3 },
    }),
  },
  {
    path: '/track',
    goal: 0.4,
    goalP99: 10,
    body: ({ organizationId }, n) => ({
      sessionId: session(n),
      organizationId,
      signals: signals(n).slice(n % 3, (n % 3) + 1),
    }),
  },
  {
    path: '/catalog/ranked',
    goal: 0.15,
    goalP99: 10,
    products: 20_000,
    prepare: ({ organizationId }) =>
      Array.from({ length: SESSIONS }, (_, n) => ({
        path: '/track',
        body: { sessionId: session(n), organizationId, signals: signals(n) },
      })),
    body: ({ organizationId }, n) => ({ sessionId: session(n), organizationId, limit: 20 }),
  },
];

/** The endpoint that is measured while catalogues are graded: a light request that uses the store. */
export const besideGrading: MeasuredEndpoint = {
  path: '/session',
  goal: 0,
  prepare: measuredEndpoints.at(-1)!.prepare!,
  body: ({ organizationId }, n) => ({ sessionId: session(n), organizationId }),
};

/** A catalogue of shoes, the same at every run: a dozen columns, some cells empty. */
export function catalogueCsv(products: number): string {
  const brands = Array.from({ length: 40 }, (_, index) => `Brand ${index + 1}`);
  const materials = ['leather', 'suede', 'canvas', 'rubber', 'wool', 'mesh'];
  const header =
    'id,title,category,brand,colour,material,price,size,season,gender,rating,available,sole,closure';
  // A linear congruential generator: the benchmark needs variety, not randomness.
  let state = 12_345;
  const pick = <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)];
  };
  const rows = Array.from({ length: products }, (_, index) => {
    const category = pick(CATEGORIES);
    const brand = pick(brands);
    const cell = (value: string) => (pick([0, 1, 2, 3, 4]) === 0 ? '' : value);
    return [
      `sku-${index}`,
      `${brand} ${category} ${index}`,
      category,
      brand,
      pick(COLOURS),
      cell(pick(materials)),
      (20 + pick([...Array(180).keys()])).toFixed(2),
      cell(`${36 + (index % 11)}`),
      cell(pick(['spring', 'summer', 'autumn', 'winter'])),
      pick(['women', 'men', 'unisex']),
      cell((3 + (index % 20) / 10).toFixed(1)),
      index % 25 === 0 ? 'false' : 'true',
      cell(pick(['flat', 'heel', 'platform'])),
      cell(pick(['lace', 'zip', 'slip-on', 'buckle'])),
    ].join(',');
  });
  return [header, ...rows].join('\n');
}
