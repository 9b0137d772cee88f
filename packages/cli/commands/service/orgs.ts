import { createOrganization, organizationName } from '@decidable/server/organizations';
import type { Command } from 'commander';
import { jsonOption, valid } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { type DataFlag, dataOption, withStorage } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends DataFlag {
  readonly json?: true;
}

export function add(program: Command): void {
  const orgs = program
    .command('orgs')
    .summary('organizations: create, list')
    .description('Organizations of the service.');
  orgs
    .command('create')
    .summary('create an organization')
    .description('Creates an organization, and the data folder where there is none yet.')
    .argument('<name>', 'what to call it', valid(organizationName))
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId }'))
    .action(create);
  orgs
    .command('list')
    .summary('list the organizations')
    .addOption(dataOption())
    .addOption(jsonOption('print { organizations }'))
    .action(list);
}

async function create(name: string, flags: Flags): Promise<void> {
  const { id } = await withStorage(flags, (storage) => createOrganization(storage, name, Date.now()), {
    created: true,
  });
  if (flags.json) await printJson({ organizationId: id });
  else await print(`${id}\n`);
}

async function list(flags: Flags): Promise<void> {
  const organizations = await withStorage(flags, (storage) => storage.organizations.list());
  if (flags.json) {
    await printJson({
      organizations: organizations.map(({ id, name, createdAt }) => ({
        organizationId: id,
        name,
        createdAt: new Date(createdAt).toISOString(),
      })),
    });
    return;
  }
  const lines = table(
    [{ title: 'ORGANIZATION', whole: true }, { title: 'NAME' }, { title: 'CREATED' }],
    organizations.map(({ id, name, createdAt }) => [
      id,
      name,
      new Date(createdAt).toISOString().slice(0, 10),
    ]),
  );
  await printLines(lines);
}
