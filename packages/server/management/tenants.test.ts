import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { ManagementEndpoint, MemberRole } from '@decidable/contract/management';
import { createKey } from '../keys/index.ts';
import { createOrganization } from '../organizations/index.ts';
import { inviteMember, newPerson } from '../people/index.ts';
import { importCatalogue } from '../shops/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { databasePath } from '../storage/sqlite/connection/database.ts';
import { BodyGenerator } from '../testing/body-generator.ts';
import { RunningService } from '../testing/running-service.ts';
import { firstOwner, newMember, PASSWORD } from '../testing/shop-people.ts';
import { SignedInBrowser } from '../testing/signed-in-browser.ts';
import { managedEndpoints } from './endpoints/index.ts';

/*
 * Every operation that is declared, also one that is added later: who may not, does not, whatever they put into a path.
 */

/** In everything of the other shop, and in nothing else. */
const THEIRS = 'zebracorp';
const RANK: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 };

let service: RunningService;
let owner: SignedInBrowser;
let mine: OrganizationId;
let theirs: OrganizationId;
/** Ids of the other shop that stand in paths, by the names of the parameters. */
let idsOfTheirs: Record<string, readonly string[]>;

/** Those that are served. */
const operations = managedEndpoints.map(({ contract }) => contract);
const inOrganizations = operations.filter(({ path }) => path.includes('{organizationId}'));
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const rankOf = ({ access }: ManagementEndpoint) => RANK[access as MemberRole] ?? 0;

/** Values for all parameters of a path. */
const filled = ({ path }: ManagementEndpoint, organizationId: string, of: (name: string) => string) =>
  Object.fromEntries(
    parametersOf(path).map((name) => [name, name === 'organizationId' ? organizationId : of(name)]),
  );

before(async () => {
  service = await RunningService.start({ TRUSTED_PROXIES: '127.0.0.1' });
  mine = service.key.organizationId;
  owner = await firstOwner(service);
  theirs = await otherShop();
});
after(() => service.close());

/** A shop of somebody else, with something in each table that operations read. */
async function otherShop(): Promise<OrganizationId> {
  const { storage } = service.service;
  const now = Date.now();
  const { id } = await createOrganization(storage, `${THEIRS} shop`, now);
  const fields = { email: `boss@${THEIRS}.example`, password: PASSWORD, name: `${THEIRS} boss` };
  const boss = await newPerson(fields, now);
  await storage.people.create(boss, [{ organizationId: id, role: 'owner', joinedAt: now }]);
  const { key, value } = await createKey(storage, id, { label: `${THEIRS} key` }, now);
  const invited = { role: 'viewer', email: `new@${THEIRS}.example` } as const;
  const { invitation } = await inviteMember(storage, id, invited, now);
  const csv = `id,title,category,price\n${THEIRS}-1,${THEIRS} boots,boots,59\n${THEIRS}-2,Red boots,boots,89\n`;
  const file = { name: `${THEIRS}.csv`, bytes: new TextEncoder().encode(csv) };
  await importCatalogue(storage, id, file, {}, now);
  await storage.auditLog.append({
    organizationId: id,
    id: 'entry',
    at: now,
    personId: boss.id,
    email: boss.email,
    action: 'key.created',
    subject: THEIRS,
  });
  const sessionId = `${THEIRS}-visitor`;
  const call = async (path: Parameters<RunningService['post']>[0], body: object) => {
    const answer = await service.post(path, { organizationId: id, sessionId, ...body }, { key: value });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  await call('/track', { signals: [{ type: 'search', value: `${THEIRS} boots` }] });
  const ranked = await call('/catalog/ranked', { limit: 2 });
  await call('/event', { name: THEIRS });
  await call('/catalog/audit', { csv, category: THEIRS });
  const [catalogue] = await storage.catalogues.list(id);
  const gradings = await storage.gradings.list(id, { limit: 10 });
  idsOfTheirs = {
    organizationId: [id],
    keyId: [key.id],
    personId: [boss.id],
    invitationId: [invitation.id],
    sessionId: [sessionId],
    decisionId: [String(ranked.decisionId)],
    gradingId: gradings.map(({ id: grading }) => grading),
    version: catalogue === undefined ? [] : [catalogue.version],
  };
  return id;
}

/** Everything of the other shop, as it is stored. */
function stored(): string {
  const database = new DatabaseSync(databasePath(service.folder), { readOnly: true });
  try {
    const tables = database
      .prepare(
        `SELECT name FROM sqlite_schema AS tables WHERE type = 'table'
           AND EXISTS (SELECT 1 FROM pragma_table_info(tables.name) WHERE name = 'organization_id')`,
      )
      .all() as { name: string }[];
    return JSON.stringify(
      tables.map(({ name }) => [
        name,
        database.prepare(`SELECT * FROM ${name} WHERE organization_id = ?`).all(theirs),
      ]),
    );
  } finally {
    database.close();
  }
}

let requests = 0;
/** An address of its own for each request: there are more operations than one address may call at once. */
const elsewhere = () => ({
  'x-forwarded-for': `10.${requests >> 16}.${(requests >> 8) & 255}.${requests++ & 255}`,
});

describe('an operation', () => {
  test('is done for nobody who is not signed in, and for no page of another origin', async () => {
    for (const endpoint of operations) {
      const params = filled(endpoint, mine, () => 'some');
      const stranger = new SignedInBrowser(service.service.address);
      const answer = await stranger.call(endpoint, { params, headers: elsewhere() });
      if (endpoint.access !== 'anyone') assert.equal(answer.status, 401, endpoint.operationId);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      if (endpoint.method === 'GET') continue;
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'x-csrf-token': 'wrong' }]) {
        if (endpoint.access === 'anyone' && 'x-csrf-token' in headers) continue;
        const refused = await owner.copied().call(endpoint, {
          params,
          headers: { ...elsewhere(), ...headers },
        });
        assert.equal(refused.status, 403, `${endpoint.operationId} ${JSON.stringify(headers)}`);
      }
    }
  });

  for (const role of ['viewer', 'editor'] as const) {
    test(`that takes a higher role than ${role} is refused to one, whatever its fields are`, async () => {
      const member = await newMember(service, owner, mine, role);
      const refused = inOrganizations.filter((endpoint) => rankOf(endpoint) > RANK[role]);
      assert.ok(refused.length >= 5);
      for (const endpoint of refused) {
        const params = filled(endpoint, mine, () => 'some');
        const answer = await member.call(endpoint, { params, headers: elsewhere() });
        assert.equal(answer.status, 403, `${endpoint.operationId} ${answer.text}`);
      }
    });
  }

  test('of a shop that one does not belong to is answered as if there were none', async () => {
    const nowhere = `org_${'a'.repeat(20)}`;
    const before = stored();
    for (const endpoint of inOrganizations) {
      const answers = [];
      for (const organization of [theirs, nowhere]) {
        const params = filled(endpoint, organization, (name) => idsOfTheirs[name]?.[0] ?? 'some');
        const { status, text, body } = await owner.call(endpoint, { params, headers: elsewhere() });
        assert.equal(status, 404, `${endpoint.operationId} ${text}`);
        answers.push(String(body.error.message).replace(organization, '…'));
      }
      assert.equal(answers[0], answers[1], endpoint.operationId);
    }
    assert.equal(stored(), before);
  });

  test('does not lead to another shop by ids or by paths', async () => {
    const before = stored();
    const generator = new BodyGenerator(7, {}, mine);
    const tricks = [
      theirs,
      `${mine}/../${theirs}`,
      `../${theirs}`,
      `${mine}%2f..%2f${theirs}`,
      `${mine}\u0000`,
    ];
    let tried = 0;
    for (const endpoint of inOrganizations) {
      const own = parametersOf(endpoint.path).filter((name) => name !== 'organizationId');
      const values = own.length === 0 ? [undefined] : [...(idsOfTheirs[own.at(-1)!] ?? ['some']), ...tricks];
      for (const value of values) {
        const params = filled(endpoint, mine, (name) =>
          name === own.at(-1) ? value! : (idsOfTheirs[name]?.[0] ?? 'some'),
        );
        // Bodies name the other shop in vain, too.
        const { body } = generator.next(endpoint.request ?? { type: 'object' });
        const text = body.toString();
        const sent = endpoint.form === 'upload' ? body : withTheirs(text);
        // Such a stream does not end.
        if (endpoint.form === 'events' && endpoint.method === 'GET') continue;
        const headers = elsewhere();
        tried++;
        const answer = await owner.call(endpoint, {
          params,
          headers,
          ...(endpoint.method !== 'GET' && { body: sent }),
        });
        const said = answer.text.replaceAll(JSON.stringify(value ?? '').slice(1, -1), '');
        assert.ok(
          !leaks(said),
          `${endpoint.operationId} ${JSON.stringify(params)}: ${answer.text.slice(0, 300)}`,
        );
        assert.ok(answer.status < 500, `${endpoint.operationId}: ${answer.text}`);
      }
    }
    assert.ok(tried > 30);
    assert.equal(stored(), before);
  });
});

/** Whether something of the other shop is in a text that did not come from the caller. */
const leaks = (text: string) =>
  text.includes(`${THEIRS} `) || text.includes(`@${THEIRS}`) || text.includes(`${THEIRS}-1`);

function withTheirs(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === 'object' && !Array.isArray(body)
      ? { ...body, organizationId: theirs }
      : body;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
