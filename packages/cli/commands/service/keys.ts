import { NotFound } from '@decidable/server/errors';
import {
  callsOf,
  changeKey,
  createKey,
  type KeyCalls,
  type KeySettings,
  keyCalls,
  keyEndpoints,
  keyExpiry,
  keyLabel,
  keyLimit,
  keyOrigin,
  keyState,
  revokeKey,
} from '@decidable/server/keys';
import type { ApiKey, KeyChanges } from '@decidable/server/storage';
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
  readonly calls?: KeyCalls;
  readonly endpoints?: ReturnType<typeof keyEndpoints>;
}

/** `false` takes away what the key has. */
interface EditFlags extends Flags {
  readonly label?: string | false;
  readonly origin?: readonly string[] | false;
  readonly expires?: number | false;
}

export function add(program: Command): void {
  const keys = program
    .command('keys')
    .summary('API keys: create, list, edit, revoke')
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
    .option(
      '--calls <group>',
      'the calls of the browser SDK (sdk), or all. Default: sdk for a key with --origin, else all',
      valid(keyCalls),
    )
    .option(
      '--endpoints <paths>',
      'limit it to these endpoints, such as /track,/event; in addition to --calls sdk',
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
    ['decidable keys create --org ORG --origin https://shop.example', 'for a shop page'],
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
  const edit = keys
    .command('edit')
    .summary('change label, origins or end of a key')
    .description(
      'Changes what is given of a key, from its very next request on. Its value stays, and so does what it may call: for other calls create another key.',
    )
    .argument('<key-id>', 'id of the key, from "keys list"')
    .addOption(organizationOption())
    .option('--label <text>', 'what the key is for', valid(keyLabel))
    .option('--no-label', 'take its label away')
    .option(
      '--origin <origin>',
      'a web origin that may use it, in place of those that it has; may be given again',
      (text: string, others: readonly string[] | false = []) => [...(others || []), valid(keyOrigin)(text)],
    )
    .option('--no-origin', 'let it be used from any origin')
    .option(
      '--expires <when>',
      'an ISO 8601 time, or a span such as 90d or 12h',
      valid((text) => keyExpiry(text, Date.now())),
    )
    .option('--no-expires', 'let it never expire')
    .addOption(dataOption())
    .addOption(jsonOption('print { id, prefix, … }'))
    .action(editKey);
  withExamples(edit, [
    [
      'decidable keys edit KEY --org ORG --origin https://shop.example --origin https://www.shop.example',
      'name the origins of a page',
    ],
    ['decidable keys edit KEY --org ORG --expires 30d', 'let it end in a month'],
  ]);
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
  const { label, origin = [], expires, calls } = flags;
  const limit = keyLimit(origin, calls, flags.endpoints ?? []);
  const settings: KeySettings = {
    ...(label === undefined ? {} : { label }),
    ...(origin.length === 0 ? {} : { origins: origin }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(limit === undefined ? {} : { endpoints: limit }),
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
  if (calls === undefined && flags.endpoints === undefined && limit !== undefined)
    process.stderr.write(
      'As a key of pages it may call what the browser SDK calls; --calls all lets it call everything.\n',
    );
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

/** The message of a command about a key that the organization does not have. */
function notKnown(error: unknown, id: string, { org }: Flags): unknown {
  if (!(error instanceof NotFound)) return error;
  return new BadInput(
    `this organization has no key ${id}; "decidable keys list --org ${org}" shows which there are.`,
    { cause: error },
  );
}

async function editKey(id: string, flags: EditFlags): Promise<void> {
  const { label, origin, expires } = flags;
  const changes: KeyChanges = {
    ...(label === undefined ? {} : { label: label || null }),
    ...(origin === undefined ? {} : { origins: [...new Set(origin || [])] }),
    ...(expires === undefined ? {} : { expiresAt: expires || null }),
  };
  const changed = Object.keys(changes);
  if (changed.length === 0)
    throw new BadInput('nothing to change: give --label, --origin or --expires, or one of them with --no-.');
  const key = await withOrganization(flags, async (storage, organizationId, note) => {
    try {
      const edited = await changeKey(storage, organizationId, id, changes);
      await note('key.changed', id, { prefix: edited.prefix, changed: changed.join(' ') });
      return edited;
    } catch (error) {
      throw notKnown(error, id, flags);
    }
  });
  if (flags.json) await printJson(wireKey(key));
  else {
    const end = key.expiresAt === undefined ? 'never' : new Date(key.expiresAt).toISOString();
    await printLines([
      `Changed ${id}.`,
      `label: ${key.label ?? 'none'}; origins: ${key.origins.join(' ') || 'any'}; expires: ${end}`,
    ]);
  }
}

async function revoke(id: string, flags: Flags): Promise<void> {
  const revoked = await withOrganization(flags, async (storage, organizationId, note) => {
    try {
      return await revokeKey(storage, organizationId, id, Date.now(), () => note('key.revoked', id));
    } catch (error) {
      throw notKnown(error, id, flags);
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
