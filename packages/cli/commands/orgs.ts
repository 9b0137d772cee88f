import { type Command, InvalidArgumentError } from 'commander';
import { jsonOption } from '../options.ts';
import { print, printJson, printLines } from '../output.ts';
import { type DataFlag, dataOption, withStorage } from '../store/open.ts';
import { newOrganizationId } from '../store/organization-id.ts';
import { table } from '../terminal/table.ts';

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
    .argument('<name>', 'what to call it', nameOf)
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
  const id = newOrganizationId();
  await withStorage(flags, (storage) => storage.organizations.create({ id, name, createdAt: Date.now() }), {
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

function nameOf(text: string): string {
  const name = text.trim();
  if (name === '' || [...name].length > 128) throw new InvalidArgumentError('Give 1 to 128 characters.');
  return name;
}
