import { limits } from '@decidable/contract';
import { type Caller, SESSIONS } from '../endpoints.ts';

/** A request that causes as much work as the interface allows. */
export interface WorstCase {
  readonly name: string;
  readonly path: string;
  /** The n-th body: an object, or JSON as it is to be sent. */
  body(caller: Caller, n: number): object | string;
  /** Headers beside those that all requests have. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The expected status; 200 unless given. */
  readonly status?: number;
}

const WORDS =
  'red blue leather boots sandals waterproof winter walking brown suede canvas wide comfortable light running trail'.split(
    ' ',
  );

/** As many words as fit into a text of `limit` characters, different for each `n`. */
function words(n: number, limit: number = limits.query): string {
  let text = '';
  for (let k = 0; ; k++) {
    const word = `${WORDS[(n * 7 + k * 3) % WORDS.length]}${(n * 31 + k) % 997}`;
    if (text.length + word.length + 1 > limit) return text.trim();
    text += ` ${word}`;
  }
}

const repeated = (text: string, limit: number = limits.query): string =>
  [...text.repeat(limit)].slice(0, limit).join('');

/** Characters of a script without spaces, different for each `n`. */
const unspaced = (n: number, first: number, count: number): string =>
  Array.from({ length: limits.query }, (_, k) =>
    String.fromCodePoint(first + ((n * 131 + k * 17) % count)),
  ).join('');

/** Texts of the greatest length that are the most expensive to read, each in a different way. */
const QUERIES: Readonly<Record<string, (n: number) => string>> = {
  words,
  'values of the catalogue': (n) =>
    Array.from(
      { length: 60 },
      (_, k) => ['navy blue', 'black', 'boots', 'leather', 'wool', 'sneakers'][(n + k) % 6],
    )
      .join(' ')
      .slice(0, limits.query),
  'letters of many parts': (n) => repeated('ﷺ'.repeat(3) + 'ﷻ'.repeat((n % 5) + 1)),
  Chinese: (n) => unspaced(n, 0x4e00, 20_000),
  Thai: (n) => unspaced(n, 0x0e01, 46),
  Khmer: (n) => unspaced(n, 0x1780, 51),
  'one long word': (n) => repeated('abcdefghijklmnop'.slice(n % 7)),
  numbers: (n) => repeated(`${n % 9}11 111 `),
  prices: (n) => repeated(`between ${n + 1} and `),
  'marks on marks': () => repeated('a\u0323\u0307\u0301\u0323'),
};

const session = (n: number) => `bench-session-${n % SESSIONS}`;

const common = ({ organizationId }: Caller, n: number) => ({ sessionId: session(n), organizationId });

/** Names that never repeat, as members of an object of so many bytes of JSON. */
function distinctNames(bytes: number): string {
  const members: string[] = [];
  for (let length = 0, k = 0; length < bytes; k++) {
    const member = `"${k.toString(36)}":0`;
    members.push(member);
    length += member.length + 1;
  }
  return members.slice(0, -1).join(',');
}

function filled(caller: Caller, n: number, bytes: number, member: (bytes: number) => string): string {
  const head = JSON.stringify({ ...common(caller, n), name: 'x', products: [], results: [] }).slice(0, -1);
  return `${head},${member(bytes - head.length - 2)}}`;
}

const BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  'distinct names': distinctNames,
  'distinct names within': (bytes) => `"more":{${distinctNames(bytes - 10)}}`,
  'empty objects': (bytes) => `"more":[${'{},'.repeat((bytes - 20) / 3)}0]`,
  'lists of one': (bytes) => `"more":[${'[0],'.repeat((bytes - 20) / 4)}0]`,
  'short strings': (bytes) =>
    `"more":[${Array.from({ length: Math.floor((bytes - 20) / 9) }, (_, k) => `"${(k + 1_000_000).toString(36).slice(-6)}",`).join('')}0]`,
  numbers: (bytes) => `"more":[${'0.1234567,'.repeat((bytes - 20) / 10)}0]`,
  nested: (bytes) => `"more":${'['.repeat((bytes - 10) / 2)}${']'.repeat((bytes - 10) / 2)}`,
  'escaped marks': (bytes) => `"more":"${'\\ud800'.repeat((bytes - 20) / 6)}"`,
  'escaped marks in lists': (bytes) => `"more":[${'"\\u0000",'.repeat((bytes - 20) / 9)}0]`,
  'distinct names, escaped mark': (bytes) => `"less":"\\u0000",${distinctNames(bytes - 20)}`,
};

/** Products with texts that fill a body. */
function products(
  n: number,
  more: (k: number) => Readonly<Record<string, unknown>>,
  count: number = limits.items,
) {
  return Array.from({ length: count }, (_, k) => ({ id: `sku-${(n * 101 + k * 13) % 200_000}`, ...more(k) }));
}

const described = (k: number) => ({
  title: words(k, 100),
  category: WORDS[k % 16],
  brand: `Brand ${k % 40}`,
  colour: WORDS[(k * 3) % 16],
  price: 10 + (k % 190),
  description: words(k * 3, 900),
  description2: words(k * 5, 700),
});
const manyNames = (k: number) =>
  Object.fromEntries(
    Array.from({ length: limits.attributes }, (_, j) => [`n${(k * 100 + j).toString(36)}`, j % 10]),
  );
const sameNames = (k: number) =>
  Object.fromEntries(
    Array.from({ length: limits.attributes }, (_, j) => [`a${j}`, `v${(k * 7 + j) % 1000}`]),
  );
const catalogueNames = (k: number) => ({
  title: words(k, 90),
  category: `other ${k}`,
  brand: `another ${k}`,
  colour: `colour ${k}`,
  material: `material ${k}`,
  size: `${k}`,
  season: `season ${k}`,
  sole: `sole ${k}`,
  closure: `closure ${k}`,
  price: k + 0.5,
});
const asAttributes = ({ id, ...attributes }: { readonly id: string }) => ({ id, attributes });
const longLists = (k: number) => ({
  tags: Array.from({ length: 100 }, (_, j) => `tag ${k * 100 + j}`),
});

const search = (caller: Caller, n: number, sent: readonly object[]) => ({
  ...common(caller, n),
  products: sent,
  query: words(n),
});
const rerank = (caller: Caller, n: number, sent: readonly { readonly id: string }[]) => ({
  ...common(caller, n),
  results: sent.map(asAttributes),
  query: words(n),
});

const LISTS: Readonly<Record<string, (k: number) => Readonly<Record<string, unknown>>>> = {
  'long texts': described,
  'names that never repeat': manyNames,
  'a hundred names': sameNames,
  'other values of the catalogue’s columns': catalogueNames,
  'lists of a hundred': longLists,
  'ids only': () => ({}),
};

/** The request of an ordinary page, for comparison. */
export const ordinary: readonly WorstCase[] = [
  {
    name: 'ordinary: one signal',
    path: '/track',
    body: (caller, n) => ({ ...common(caller, n), signals: [{ type: 'category_view', value: 'boots' }] }),
  },
  {
    name: 'ordinary: 20 products',
    path: '/catalog/ranked',
    body: (caller, n) => ({ ...common(caller, n), limit: 20 }),
  },
  { name: 'ordinary: 8 suggestions', path: '/suggest', body: (caller, n) => common(caller, n) },
];

export const worstCases: readonly WorstCase[] = [
  ...Object.entries(QUERIES).flatMap(([name, query]): WorstCase[] => [
    {
      name: `100 searches: ${name}`,
      path: '/track',
      body: (caller, n) => ({
        ...common(caller, n),
        signals: Array.from({ length: limits.signals }, (_, k) => ({
          type: 'search',
          value: query(n * 100 + k),
        })),
      }),
    },
    { name, path: '/track/keywords', body: (caller, n) => ({ ...common(caller, n), query: query(n) }) },
    { name, path: '/suggest', body: (caller, n) => ({ ...common(caller, n), query: query(n), limit: 500 }) },
    {
      name: `1,000 ids, ${name}`,
      path: '/search',
      body: (caller, n) => ({ ...common(caller, n), products: products(n, () => ({})), query: query(n) }),
    },
  ]),
  {
    name: 'a robot’s user agent of 15 kB',
    path: '/track',
    headers: { 'user-agent': `Mozilla/5.0 (Macintosh;${'a'.repeat(15_000)}` },
    body: (caller, n) => ({
      ...common(caller, n),
      sessionId: `robot-${n}-${Date.now()}`,
      signals: [{ type: 'product_view', value: 'sku-1' }],
    }),
  },
  {
    name: '31 KiB of distinct names, read where they arrive',
    path: '/track',
    body: (caller, n) => filled(caller, n, 31 * 1024, distinctNames),
  },
  {
    name: '100 long names',
    path: '/track',
    body: (caller, n) => ({
      ...common(caller, n),
      signals: Array.from({ length: limits.signals }, (_, k) => ({
        type: ['category_view', 'brand_view', 'attribute_filter', 'product_view', 'dismiss', 'unknown'][
          k % 6
        ],
        value: `a=${n}-${k}-${words(k, 480)}`,
      })),
    }),
  },
  { name: '500 suggestions', path: '/suggest', body: (caller, n) => ({ ...common(caller, n), limit: 500 }) },
  {
    name: '500 suggestions to "b"',
    path: '/suggest',
    body: (caller, n) => ({ ...common(caller, n), limit: 500, query: 'b' }),
  },
  {
    name: '500 products',
    path: '/catalog/ranked',
    body: (caller, n) => ({ ...common(caller, n), limit: 500 }),
  },
  {
    name: '500 products of a category',
    path: '/catalog/ranked',
    body: (caller, n) => ({ ...common(caller, n), limit: 500, category: 'boots' }),
  },
  {
    name: 'unknown category',
    path: '/catalog/ranked',
    body: (caller, n) => ({ ...common(caller, n), category: words(n, limits.category) }),
  },
  { name: 'a profile at its limits', path: '/session', body: (caller, n) => common(caller, n) },
  {
    name: 'largest data',
    path: '/event',
    body: (caller, n) => ({ ...common(caller, n), name: 'x', data: JSON.parse(`{${distinctNames(8_000)}}`) }),
  },
  {
    name: 'largest data',
    path: '/track/behavior',
    body: (caller, n) => ({
      ...common(caller, n),
      behavior: `b${n}`,
      metadata: JSON.parse(`{${distinctNames(8_000)}}`),
    }),
  },
  {
    name: '500 items',
    path: '/exposure',
    body: (caller, n) => ({
      ...common(caller, n),
      decisionId: `decision-${n}`,
      items: Array.from({ length: limits.exposures }, (_, k) => ({
        id: `${n}-${k}-${'x'.repeat(240)}`,
        position: k + 1,
      })),
    }),
  },
  ...Object.entries(BODIES).flatMap(([name, member]): WorstCase[] => [
    {
      name: `256 KiB of ${name}`,
      path: '/event',
      body: (caller, n) => filled(caller, n, 256 * 1024, member),
    },
    {
      name: `2 MiB of ${name}`,
      path: '/search',
      body: (caller, n) => filled(caller, n, 2 * 1024 * 1024, member),
    },
  ]),
  {
    name: '2 MiB of line ends',
    path: '/search',
    body: () => `{${'\n'.repeat(2 * 1024 * 1024 - 10)}`,
    status: 400,
  },
  {
    name: '2 MiB that is no list',
    path: '/search',
    body: (caller, n) => ({ ...common(caller, n), products: 'x'.repeat(2_000_000) }),
    status: 400,
  },
  {
    name: 'one long id',
    path: '/search',
    body: (caller, n) => ({ ...common(caller, n), products: [{ id: 'é'.repeat(1_000_000) }] }),
  },
  {
    name: 'a million names in one product',
    path: '/search',
    body: (caller, n) => ({
      ...common(caller, n),
      products: [{ id: '1', ...JSON.parse(`{${distinctNames(2_000_000)}}`) }],
    }),
  },
  ...Object.entries(LISTS).flatMap(([name, more]): WorstCase[] => [
    {
      name: `1,000 with ${name}`,
      path: '/search',
      body: (caller, n) => search(caller, n, products(n, more)),
    },
    {
      name: `1,000 with ${name}`,
      path: '/rerank',
      body: (caller, n) => rerank(caller, n, products(n, more)),
    },
  ]),
];
