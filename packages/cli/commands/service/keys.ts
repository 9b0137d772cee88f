import { NotFound } from '@decidable/server/errors';
import {
  callsOf,
  createKey,
  type KeySettings,
  keyCalls,
  keyEndpoints,
  keyExpiry,
  keyLabel,
  keyOrigin,
  keyState,
  revokeKey,
} from '@decidable/server/keys';
import type { ApiKey } from '@decidable/server/storage';
import type { Command } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption, valid, withExamples } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

interface CreateFlags extends Flags {
  readonly label?: string;
  readonly origin?: readonly string[];
  readonly expires?: number;
  readonly calls?: KeySettings['endpoints'];
  readonly endpoints?: KeySettings['endpoints'];
}

export function add(program: Command): void {
  const keys = program
    .command('keys')
    .summary('API keys: create, list, revoke')
    .description('Publishable API keys of an organization.');
  const create = keys
    .command('create')
    .summary('create a key; its value is shown this once')
    .description('Creates a key. Its value is shown this once: only its hash is stored.')
    .addOption(organizationOption())
    .option('--label <text>', 'what the key is for', valid(keyLabel))
    .option(
      '--origin <origin>',
      'a web origin that may use it (scheme, host, port); may be given again. Default: any',
      (text: string, others: readonly string[] = []) => [...others, valid(keyOrigin)(text)],
    )
    .option('--calls <group>', 'limit it to the calls of the browser SDK: sdk. Default: all', valid(keyCalls))
    .option(
      '--endpoints <paths>',
      'limit it to these endpoints, such as /track,/event; in addition to --calls',
      valid(keyEndpoints),
    )
    .option(
      '--expires <when>',
      'an ISO 8601 time, or a span such as 90d or 12h. Default: never',
      valid((text) => keyExpiry(text, Date.now())),
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { id, key, prefix, … }'))
    .action(createAndShow);
  withExamples(create, [
    ['decidable keys create --org ORG --origin https://shop.example --calls sdk', 'for a shop page'],
    ['decidable keys create --org ORG --calls sdk --endpoints /suggest', 'for one with suggestions'],
    ['decidable keys create --org ORG --label staging --expires 30d', 'for a month'],
  ]);
  keys
    .command('list')
    .summary('list the keys of an organization')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, keys }'))
    .action(listKeys);
  keys
    .command('revoke')
    .summary('revoke a key; it is refused at the very next request')
    .argument('<key-id>', 'id of the key, from "keys list"')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { id, revoked }'))
    .action(revoke);
}

async function createAndShow(flags: CreateFlags): Promise<void> {
  const { label, origin, expires, calls, endpoints } = flags;
  const isLimited = calls !== undefined || endpoints !== undefined;
  const settings: KeySettings = {
    ...(label === undefined ? {} : { label }),
    ...(origin === undefined ? {} : { origins: origin }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(isLimited ? { endpoints: [...(calls ?? []), ...(endpoints ?? [])] } : {}),
  };
  const { key, value } = await withOrganization(flags, async (storage, organizationId, note) => {
    const created = await createKey(storage, organizationId, settings, Date.now());
    const { id, prefix } = created.key;
    await note('key.created', id, { prefix, ...(label !== undefined && { label }) });
    return created;
  });
  if (flags.json) {
    const { id, ...facts } = wireKey(key);
    await printJson({ id, key: value, ...facts });
    return;
  }
  await print(`${value}\n`);
  process.stderr.write('This is the only time that the key is shown; only its hash is stored.\n');
}

async function listKeys(flags: Flags): Promise<void> {
  const keys = await withOrganization(flags, (storage, id) => storage.keys.list(id));
  if (flags.json) {
    await printJson({ organizationId: flags.org, keys: keys.map(wireKey) });
    return;
  }
  const day = (time: number | undefined) =>
    time === undefined ? '' : new Date(time).toISOString().slice(0, 10);
  const lines = table(
    [
      { title: 'ID', whole: true },
      { title: 'KEY', whole: true },
      { title: 'STATE' },
      { title: 'LABEL' },
      { title: 'ORIGINS' },
      { title: 'CALLS' },
      { title: 'CREATED' },
      { title: 'EXPIRES' },
      { title: 'LAST USED' },
    ],
    keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      keyState(key, Date.now()),
      key.label ?? '',
      key.origins.join(' ') || 'any',
      callsOf(key.endpoints),
      day(key.createdAt),
      day(key.expiresAt),
      day(key.lastUsedAt),
    ]),
  );
  await printLines(lines);
}

async function revoke(id: string, flags: Flags): Promise<void> {
  const revoked = await withOrganization(flags, async (storage, organizationId, note) => {
    try {
      return await revokeKey(storage, organizationId, id, Date.now(), () => note('key.revoked', id));
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new BadInput(
        `this organization has no key ${id}; "decidable keys list --org ${flags.org}" shows which there are.`,
        { cause: error },
      );
    }
  });
  if (flags.json) await printJson({ id, revoked });
  else await print(revoked ? `Revoked ${id}.\n` : `${id} was not active; nothing changed.\n`);
}

/** What is told of a key: never its hash, and its value only once. */
function wireKey(key: ApiKey) {
  const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
  return {
    id: key.id,
    organizationId: key.organizationId,
    prefix: key.prefix,
    state: keyState(key, Date.now()),
    label: key.label,
    origins: key.origins,
    endpoints: key.endpoints,
    createdAt: time(key.createdAt),
    expiresAt: time(key.expiresAt),
    revokedAt: time(key.revokedAt),
    lastUsedAt: time(key.lastUsedAt),
  };
}
