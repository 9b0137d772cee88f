import { mintKey } from '@decidable/server/keys';
import type { ApiKey, KeyId } from '@decidable/server/storage';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../fault.ts';
import { jsonOption, withExamples } from '../options.ts';
import { print, printJson, printLines } from '../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../store/open.ts';
import { table } from '../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

interface CreateFlags extends Flags {
  readonly label?: string;
  readonly origin?: readonly string[];
  readonly expires?: number;
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
    .option('--label <text>', 'what the key is for', labelOf)
    .option(
      '--origin <origin>',
      'a web origin that may use it (scheme, host, port); may be given again. Default: any',
      originOf,
    )
    .option('--expires <when>', 'an ISO 8601 time, or a span such as 90d or 12h. Default: never', expiryOf)
    .addOption(dataOption())
    .addOption(jsonOption('print { id, key, prefix, … }'))
    .action(createKey);
  withExamples(create, [
    ['decidable keys create --org ORG --origin https://shop.example', 'for a shop page'],
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
    .action(revokeKey);
}

async function createKey(flags: CreateFlags): Promise<void> {
  const minted = mintKey();
  const key: ApiKey = await withOrganization(flags, async (storage, organizationId) => {
    const made: ApiKey = {
      id: minted.id,
      organizationId,
      hash: minted.hash,
      prefix: minted.prefix,
      origins: flags.origin ?? [],
      createdAt: Date.now(),
      ...(flags.label === undefined ? {} : { label: flags.label }),
      ...(flags.expires === undefined ? {} : { expiresAt: flags.expires }),
    };
    await storage.keys.create(made);
    return made;
  });
  if (flags.json) {
    const { id, ...facts } = wireKey(key);
    await printJson({ id, key: minted.value, ...facts });
    return;
  }
  await print(`${minted.value}\n`);
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
      { title: 'CREATED' },
      { title: 'EXPIRES' },
      { title: 'LAST USED' },
    ],
    keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      stateOf(key, Date.now()),
      key.label ?? '',
      key.origins.join(' ') || 'any',
      day(key.createdAt),
      day(key.expiresAt),
      day(key.lastUsedAt),
    ]),
  );
  await printLines(lines);
}

async function revokeKey(id: string, flags: Flags): Promise<void> {
  const revoked = await withOrganization(flags, async (storage, organizationId) => {
    const known = (await storage.keys.list(organizationId)).some((key) => key.id === id);
    if (!known) {
      throw new BadInput(
        `this organization has no key ${id}; "decidable keys list --org ${flags.org}" shows which there are.`,
      );
    }
    return storage.keys.revoke(organizationId, id as KeyId, Date.now());
  });
  if (flags.json) await printJson({ id, revoked });
  else await print(revoked ? `Revoked ${id}.\n` : `${id} was not active; nothing changed.\n`);
}

type KeyState = 'active' | 'expired' | 'revoked';

function stateOf(key: ApiKey, now: number): KeyState {
  if (key.revokedAt !== undefined) return 'revoked';
  return key.expiresAt !== undefined && key.expiresAt <= now ? 'expired' : 'active';
}

/** What is told of a key: never its hash, and its value only once. */
function wireKey(key: ApiKey) {
  const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
  return {
    id: key.id,
    organizationId: key.organizationId,
    prefix: key.prefix,
    state: stateOf(key, Date.now()),
    label: key.label,
    origins: key.origins,
    createdAt: time(key.createdAt),
    expiresAt: time(key.expiresAt),
    revokedAt: time(key.revokedAt),
    lastUsedAt: time(key.lastUsedAt),
  };
}

function labelOf(text: string): string {
  if (text === '' || [...text].length > 128) throw new InvalidArgumentError('Give 1 to 128 characters.');
  return text;
}

function originOf(text: string, others: readonly string[] = []): string[] {
  if (!URL.canParse(text)) throw new InvalidArgumentError('Give an origin such as https://shop.example.');
  const url = new URL(text);
  if (url.origin === 'null' || url.pathname !== '/' || url.search + url.hash + url.username !== '') {
    throw new InvalidArgumentError(
      `An origin is scheme, host and port only${url.origin === 'null' ? '' : `: ${url.origin}`}.`,
    );
  }
  return [...others, url.origin];
}

const SPAN_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function expiryOf(text: string): number {
  const span = /^(\d+)\s*([mhdw])$/u.exec(text);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/u.test(text);
  const at = span ? Date.now() + Number(span[1]) * SPAN_MS[span[2]] : isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(new Date(at).getTime())) {
    throw new InvalidArgumentError(
      'Give a time such as 2030-01-31T12:00:00Z, a day such as 2030-01-31, or a span: 90d, 12h.',
    );
  }
  if (at <= Date.now()) throw new InvalidArgumentError('That time has passed.');
  return at;
}
