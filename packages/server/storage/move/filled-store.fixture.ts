import {
  append,
  catalogue,
  collect,
  decision,
  event,
  key,
  NOON,
  organizationId,
} from '../contract-suite/store-under-test.ts';
import { packDecision } from '../decisions/packed-decision.ts';
import type { OrganizationId, SessionId, Storage } from '../ports.ts';
import { SealedSecrets } from '../sealed-secrets.ts';

/** Texts that are ordered by their bytes otherwise than by their UTF-16 units, and some that lists could take apart. */
const TEXTS = [
  '',
  'plain',
  'NULL',
  '{"a",b}',
  'a\\b"c',
  'line\nbreak',
  '\u{1f45f}',
  '\uffee',
  'ä',
  'Z',
  'z',
] as const;

const DAY = '2025-03-14';
const KEPT = { files: 10, bytes: 10_000_000 };
/** More rows than a page of keys has, or a statement writes. */
const EVENTS = 2_500;

const sessionOf = (text: string): SessionId => `session-${text}` as SessionId;

/** Fills a store with something of everything that the ports take, for two organizations. */
export async function fill(storage: Storage): Promise<readonly OrganizationId[]> {
  const ids = [organizationId(), organizationId()];
  for (const [n, id] of ids.entries()) {
    await storage.organizations.create({ id, name: `Shop ${n} \u{1f45f}`, createdAt: NOON + n });
  }
  await storage.people.create(
    { id: 'person-1', email: 'ada@shop.example', name: 'Ada', passwordHash: 'hash-1', createdAt: NOON },
    ids.map((id) => ({ organizationId: id, role: 'owner', joinedAt: NOON })),
  );
  await storage.people.create(
    { id: 'person-2', email: 'bo@shop.example', passwordHash: 'hash-2', createdAt: NOON + 1 },
    [{ organizationId: ids[0], role: 'viewer', joinedAt: NOON + 1 }],
  );
  await storage.signIns.create({
    id: 'sign-in-1',
    personId: 'person-1',
    secretHash: 'secret',
    createdAt: NOON,
    renewedAt: NOON,
    expiresAt: NOON * 2,
    device: 'Firefox',
  });
  await storage.signIns.offer({
    tokenHash: 'link',
    purpose: 'password',
    personId: 'person-2',
    expiresAt: NOON * 2,
  });
  for (const id of ids) await fillOrganization(storage, id);
  return ids;
}

async function fillOrganization(storage: Storage, organization: OrganizationId): Promise<void> {
  await storage.organizations.setPersonas(organization, '[{"name":"p"}]');
  await storage.organizations.setSynonyms(organization, '[["a","b"]]', undefined);
  await storage.keys.create(
    key(organization, { label: 'page', origins: ['https://shop.example'], endpoints: ['/track'] }),
  );
  const revoked = key(organization, { createdAt: NOON + 1, expiresAt: NOON + 2 });
  await storage.keys.create(revoked);
  await storage.keys.revoke(organization, revoked.id, NOON + 3);
  const secrets = await SealedSecrets.open(storage);
  const webhook = { organizationId: organization, id: `webhook-${organization}` };
  await storage.webhooks.create({
    ...webhook,
    sender: 'shopify',
    label: 'orders',
    sealedSecret: secrets.seal(`secret of ${organization}`, webhook),
    createdAt: NOON,
  });
  await storage.people.invite({
    organizationId: organization,
    id: 'invitation',
    tokenHash: `token-${organization}`,
    role: 'editor',
    email: 'cy@shop.example',
    createdAt: NOON,
    expiresAt: NOON * 2,
  });
  for (const [n, text] of TEXTS.entries()) {
    await storage.auditLog.append({
      organizationId: organization,
      id: `entry-${n}`,
      at: NOON,
      personId: 'person-2',
      email: 'bo@shop.example',
      action: 'key.created',
      subject: text,
      ...(n % 2 === 0 && { detail: JSON.stringify({ text }) }),
    });
  }
  await storage.catalogues.put({
    ...catalogue(organization, 'v1', 700_000),
    roles: { title: 'Name', price: null },
  });
  await storage.catalogues.put({
    ...catalogue(organization, 'v2', 300),
    kinds: { size: 'list' },
    importedAt: NOON + 1,
  });
  const model = { organizationId: organization, catalogueVersion: 'v2', builtAt: NOON };
  await storage.models.put({ ...model, version: 'm-1', bytes: new Uint8Array(600_000).fill(7) });
  await storage.models.put({ ...model, version: 'm-1.1', bytes: new Uint8Array([0, 1, 255]) }, 'm-1');
  const artefact = { organizationId: organization, catalogueVersion: 'v2', kind: 'index', format: '1' };
  await storage.artefacts.putIfAbsent(artefact, new Uint8Array(300_000).fill(3));
  await storage.keptFiles.put(
    { organizationId: organization, id: 'file', kind: 'export', name: 'a.csv', at: NOON, facts: '{}' },
    new Uint8Array(300_000).fill(9),
    KEPT,
  );
  const graded = { organizationId: organization, kind: 'audit', at: NOON, result: '{"grade":"C"}' } as const;
  for (const [n, category] of TEXTS.entries()) {
    const grading = {
      ...graded,
      id: `grading-${n}`,
      category,
      ...(n === 1 && { summary: '{}', origin: '{"a":1}' }),
    };
    await storage.commit({ organizationId: organization, at: NOON, writes: [{ kind: 'grading', grading }] });
  }
  const cells = TEXTS.map((text, n) => ({
    attribute: n % 2,
    product: text,
    current: 'old',
    value: `new ${text}`,
  }));
  await storage.gradings.fill(organization, 'grading-1', cells, 100);
  await fillSessions(storage, organization);
  await storage.sessions.rule(organization, [sessionOf('plain')], 'excluded', NOON);
  const products = [{ id: 'sku-1', quantity: 2 }, { id: 'sku-2' }];
  await storage.orders.put(
    organization,
    [
      { orderId: 'o-1', at: NOON, sessionId: sessionOf('plain'), decisionId: 'dec-text', products },
      { orderId: 'o-2', at: NOON, products },
    ],
    NOON,
  );
  await storage.orders.change(organization, { orderId: 'o-3', changedAt: NOON }, NOON);
  for (const metered of ['/track', '/catalog/ranked'])
    for (let n = 0; n < 3; n++)
      await storage.commit({
        organizationId: organization,
        at: NOON,
        writes: [],
        metered,
        requestId: `r-${n}`,
      });
}

async function fillSessions(storage: Storage, organization: OrganizationId): Promise<void> {
  for (const [n, text] of TEXTS.entries()) {
    const session = sessionOf(text);
    const snapshot =
      n % 2 === 0 ? { snapshot: { sequence: 40, profile: `{"of":${JSON.stringify(text)}}` } } : {};
    await storage.commit({
      organizationId: organization,
      at: NOON + 40,
      metered: '/track',
      writes: [append(session, 0, 40, { batchId: 'batch-1', batchDigest: 'd', ...snapshot })],
    });
    await storage.commit({
      organizationId: organization,
      at: NOON + 60 + n,
      writes: [
        append(session, 40, 20),
        { kind: 'event', event: event({ eventId: `e-${text}`, sessionId: session, name: text }) },
      ],
    });
  }
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    kind: 'event' as const,
    event: event({
      eventId: `many-${n}`,
      sessionId: sessionOf('plain'),
      ...(n % 2 === 0 && { data: '{"a":1}', decisionId: 'dec-text' }),
    }),
  }));
  await storage.commit({ organizationId: organization, at: NOON, writes: events });
  const facts = {
    catalogueVersion: 'v2',
    modelVersion: 'm-1',
    digest: 'ab'.repeat(32),
    request: '{"limit":20}',
  };
  for (const [n, areKnown] of [true, false].entries()) {
    const items = TEXTS.map((text) => ({
      id: `sku ${text}`,
      score: 0.5,
      scoreBreakdown: [{ factor: 'category', contribution: 0.5 }],
    }));
    const packed = packDecision({ ...facts, sequence: n }, items, areKnown)!;
    const named = {
      id: `dec-packed-${n}`,
      sessionId: sessionOf('plain'),
      endpoint: '/catalog/ranked',
      at: NOON + n,
    };
    await storage.commit({
      organizationId: organization,
      at: NOON,
      writes: [{ kind: 'decision', decision: { ...named, ...packed } }],
    });
  }
  const text = decision({ id: 'dec-text', sessionId: sessionOf('plain') });
  await storage.commit({
    organizationId: organization,
    at: NOON,
    writes: [{ kind: 'decision', decision: text }],
  });
  const seen = TEXTS.map((itemId, position) => ({
    sessionId: sessionOf('plain'),
    decisionId: 'dec-text',
    itemId,
    at: NOON,
    ...(position > 3 && { position }),
  }));
  await storage.commit({
    organizationId: organization,
    at: NOON,
    writes: [{ kind: 'exposures', exposures: [...seen, { ...seen[0], decisionId: 'unheard-of' }] }],
  });
}

/** All that a store tells of an organization by its ports. */
export async function told(storage: Storage, organization: OrganizationId): Promise<unknown> {
  const sessions = await storage.sessions.recent(organization, { limit: 1_000 });
  const decisions = await collect(storage.outcomes.decisions(organization, 0));
  const files = await storage.keptFiles.list(organization, { kind: 'export', limit: 100 });
  const keys = await storage.keys.list(organization);
  const secrets = await SealedSecrets.open(storage);
  const webhooks = await storage.webhooks.list(organization);
  return {
    webhooks: webhooks.map(({ sealedSecret, ...webhook }) => ({
      ...webhook,
      secret: secrets.unseal(sealedSecret, webhook),
    })),
    organization: await storage.organizations.find(organization),
    personas: await storage.organizations.personas(organization),
    synonyms: await storage.organizations.synonyms(organization),
    keys,
    byHash: await Promise.all(keys.map(({ hash }) => storage.keys.findByHash(hash))),
    members: await storage.people.members(organization),
    invitations: await storage.people.invitations(organization),
    auditLog: await storage.auditLog.list(organization, 1_000),
    catalogues: await storage.catalogues.list(organization),
    catalogue: await storage.catalogues.current(organization),
    earlier: await storage.catalogues.find(organization, 'v1'),
    model: await storage.models.current(organization),
    earlierModel: await storage.models.find(organization, 'm-1'),
    artefact: await storage.artefacts.get({
      organizationId: organization,
      catalogueVersion: 'v2',
      kind: 'index',
      format: '1',
    }),
    gradings: await storage.gradings.list(organization, { limit: 1_000 }),
    filled: await storage.gradings.filled(organization, 'grading-1'),
    cells: (await storage.gradings.cells(organization, 'grading-1')).map((list) =>
      JSON.parse(String(Buffer.from(list))),
    ),
    files,
    contents: await Promise.all(files.map(({ id }) => storage.keptFiles.read(organization, id))),
    sessions,
    logs: await Promise.all(sessions.map(({ sessionId }) => storage.sessions.log(organization, sessionId))),
    loaded: await Promise.all(
      sessions.map(({ sessionId }) => storage.sessions.load(organization, sessionId)),
    ),
    rulings: await storage.sessions.rulings(organization),
    events: await collect(storage.outcomes.events(organization, 0)),
    exposures: await collect(storage.outcomes.exposures(organization, 0)),
    decisions,
    orders: await collect(storage.orders.list(organization, 0)),
    usage: await storage.usage.days(organization, DAY, DAY),
  };
}
