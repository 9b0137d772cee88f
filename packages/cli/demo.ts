import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sdkCalls } from '@decidable/contract';
import { createKey } from '@decidable/server/keys';
import { importCatalogue } from '@decidable/server/shops';
import type { ApiKey, OrganizationId, Storage } from '@decidable/server/storage';

/** The id is fixed, so that documentation can contain commands for the demo. */
const ORGANIZATION = 'org_demoshopdemoshopdemo' as OrganizationId;
const LABEL = 'demo key';
const PAGE_LABEL = 'demo pages';
/** Keys of another node are removed when nobody has used them for so long, ms: the node is gone. Set by hand. */
const ABANDONED_AFTER = 86_400_000;
const CATALOGUE = new URL('../../examples/catalogues/computer-parts.csv', import.meta.url);

export interface Demo {
  readonly organizationId: OrganizationId;
  /** Replaced at every start of its node: only hashes are stored, so an old key cannot be shown again. It may call everything. */
  readonly apiKey: string;
  /** The key in the pages of the shop, which everybody can read: for their own calls alone. */
  readonly pageKey: string;
  /** The catalogue of the demo shop, as CSV. */
  readonly catalogue: string;
}

/**
 * Creates the demo organization and its catalogue where they are missing, and replaces its keys.
 *
 * @param node of a cluster, which replaces its own keys alone: other nodes show theirs
 */
export async function provisionDemo(storage: Storage, now: number, node?: string): Promise<Demo> {
  await makeOrganization(storage, now);
  if ((await storage.catalogues.current(ORGANIZATION)) === undefined) {
    const bytes = new Uint8Array(await readFile(CATALOGUE));
    await importCatalogue(storage, ORGANIZATION, { name: 'computer-parts.csv', bytes }, {}, now);
  }
  const [label, pageLabel] = [LABEL, PAGE_LABEL].map((name) =>
    node === undefined ? name : `${name} of ${node}`,
  ) as [string, string];
  for (const key of await storage.keys.list(ORGANIZATION)) {
    const isOwn = key.label === label || key.label === pageLabel;
    if (isOwn || isAbandoned(key, now)) await storage.keys.remove(ORGANIZATION, key.id);
  }
  const own = await createKey(storage, ORGANIZATION, { label }, now);
  const ofPages = await createKey(storage, ORGANIZATION, { label: pageLabel, endpoints: sdkCalls }, now);
  const held = await storage.catalogues.current(ORGANIZATION);
  return {
    organizationId: ORGANIZATION,
    apiKey: own.value,
    pageKey: ofPages.value,
    catalogue: new TextDecoder().decode(held?.csv),
  };
}

/** Another node may make it at the same time. */
async function makeOrganization({ organizations }: Storage, now: number): Promise<void> {
  if ((await organizations.find(ORGANIZATION)) !== undefined) return;
  try {
    await organizations.create({ id: ORGANIZATION, name: 'Demo shop', createdAt: now });
  } catch (error) {
    if ((await organizations.find(ORGANIZATION)) === undefined) throw error;
  }
}

function isAbandoned({ label = '', createdAt, lastUsedAt = createdAt }: ApiKey, now: number): boolean {
  const isOfNode = label.startsWith(`${LABEL} of `) || label.startsWith(`${PAGE_LABEL} of `);
  return isOfNode && lastUsedAt < now - ABANDONED_AFTER;
}

/**
 * The message of a started demo: its address, its key, and three commands to paste.
 *
 * @param welcome the link for the first owner, while nobody can sign in
 */
export function demoWelcome(
  address: string,
  { organizationId, apiKey }: Demo,
  welcome: string | undefined,
): string {
  const call = (path: string, body: object) =>
    `curl -sw '\\n' ${address}/api/v1${path} -H 'content-type: application/json' -H 'x-api-key: ${apiKey}' -d '${JSON.stringify(body)}'`;
  // A new session at each start: an earlier one would already have interests.
  const session = { sessionId: `visit-${randomUUID().slice(0, 8)}`, organizationId };
  const ranked = call('/catalog/ranked', { ...session, limit: 5 });
  const track = call('/track', {
    ...session,
    signals: [
      { type: 'category_view', value: 'headphones' },
      { type: 'price_filter', value: '50-150' },
    ],
  });
  return `
  The demo runs at   ${address}
  Its dashboard      ${welcome ?? address}${
    welcome === undefined
      ? ''
      : `
                     (this link creates your account, once)`
  }
  Its shop           ${address}/demo/
  Its reference      ${address}/reference
  Its organization   ${organizationId}
  Its key            ${apiKey}
                     (of this start: the key of the last one is void; the pages of the
                     shop have one of their own, for their calls alone)

  Three lines to paste. The catalogue as it stands:

${ranked}

  A shopper looks at headphones between 50 and 150:

${track}

  And the catalogue as that shopper gets it, each score with its reasons:

${ranked}

  With  | grep -Eo '"(id|why)":"[^"]*"'  behind it, a line says only which products and why.

  Stop with Ctrl-C.
`;
}
