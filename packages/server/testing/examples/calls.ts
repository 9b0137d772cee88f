import type { EndpointPath } from '@decidable/contract';
import type { ServiceUnderTest } from '../service-under-test.ts';

const CATALOGUE = `sku,title,category,brand,price,wireless,battery_hours
h1,Tern Over-Ear Headphones,Headphones,Tern,129,yes,30
h2,Tern Mini Earbuds,Headphones,Tern,59,yes,8
h3,Oak Studio Headphones,Headphones,Oak,99,no,
h4,Oak Travel Headphones,Headphones,Oak,149,yes,
k1,Fjord Keyboard,Keyboards,Fjord,79,yes,
k2,Fjord Mini Keyboard,Keyboards,Fjord,49,no,`;

/** A trade item number, with its check digit. */
function ean(row: number): string {
  const digits = `4006381${10_000 + row}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Headphones of which some have no battery life, one has a wrong number, and the same export after its repair. */
const exported = (recorded: (row: number) => boolean): string =>
  [
    'id,type,wireless,battery_hours,ean',
    ...Array.from({ length: 48 }, (_, row) => {
      const hours = row % 2 === 0 ? [30, 40, 50][row % 3] : [5, 8, 12][row % 3];
      return `h${row},${row % 2 === 0 ? 'Over-ear' : 'In-ear'},${row % 5 === 0 ? 'no' : 'yes'},${recorded(row) ? hours : ''},${ean(row === 9 ? 1 : row)}`;
    }),
  ].join('\n');
const BEFORE = exported((row) => row % 7 < 4);
const AFTER = exported((row) => row % 7 < 6);

const SESSION = { sessionId: 'visitor-Jq3mB8ZsXw5T', organizationId: 'org_demoshopdemoshopdemo' };
/** Stands for the id of the decision that the first ranking makes. */
const DECISION = 'dec_2kVbYt8QhJ6nPz';

/** One call of each operation, in an order that a shop might send them in. */
export const EXAMPLE_REQUESTS: Readonly<Record<EndpointPath, Record<string, unknown>>> = {
  '/track': {
    ...SESSION,
    batchId: 'page-1',
    signals: [
      { type: 'category_view', value: 'headphones' },
      { type: 'price_filter', value: '50-150' },
    ],
  },
  '/track/behavior': { ...SESSION, behavior: 'size_guide_opened', metadata: { page: 'headphones' } },
  '/track/keywords': { ...SESSION, query: 'wireless headphones under 150' },
  '/session': SESSION,
  '/catalog/ranked': { ...SESSION, query: 'headphones', limit: 1, fields: ['title', 'price'] },
  '/search': {
    ...SESSION,
    products: [
      { id: 'x1', title: 'Lamp', category: 'Lamps', price: 35 },
      { id: 'x2', title: 'Headphones', category: 'Headphones', price: 89 },
    ],
    explain: false,
  },
  '/rerank': { ...SESSION, results: ['k1', 'h1'], strength: 0.7, explain: false },
  '/suggest': { ...SESSION, query: 'head', limit: 1 },
  '/catalog/audit': { organizationId: SESSION.organizationId, csv: BEFORE, category: 'Headphones' },
  '/catalog/verify': {
    organizationId: SESSION.organizationId,
    before: BEFORE,
    after: AFTER,
    repairs: [{ attribute: 'battery_hours', method: 'supplier sheet', hours: 1.5 }],
  },
  '/exposure': { ...SESSION, decisionId: DECISION, items: [{ id: 'h1', position: 1 }] },
  '/event': {
    ...SESSION,
    eventId: 'order-1042',
    name: 'purchase',
    decisionId: DECISION,
    data: { value: 129 },
    events: [{ eventId: 'gift-1042', name: 'gift_wrapped' }],
  },
};

/** A call with its answer. */
export interface Example {
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Sends all calls to a service, whose organization has no session yet. Throws where one is refused. */
export async function recordExamples(service: ServiceUnderTest): Promise<Readonly<Record<string, Example>>> {
  const version = await service.importCatalogue(CATALOGUE);
  while ((await service.ranked('opening')).catalogueVersion !== version);
  let decided = DECISION;
  const examples: Record<string, Example> = {};
  for (const [path, request] of Object.entries(EXAMPLE_REQUESTS)) {
    const sent = JSON.parse(JSON.stringify(request).replaceAll(DECISION, decided)) as Record<string, unknown>;
    if (sent.organizationId !== undefined) sent.organizationId = service.organizationId;
    const answer = await service.ok<Record<string, unknown>>(path as EndpointPath, sent);
    if (path === '/catalog/ranked') decided = String(answer.decisionId);
    const text = JSON.stringify(answer)
      .replaceAll(decided, DECISION)
      .replaceAll(service.organizationId, SESSION.organizationId)
      .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, DECISION)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-03-04T12:00:00.000Z');
    examples[path] = { request, response: JSON.parse(text) as Example['response'] };
  }
  return examples;
}
