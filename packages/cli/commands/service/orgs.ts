import { counted } from '@decidable/report/wording';
import {
  createOrganization,
  deleteOrganization,
  organizationName,
  renameOrganization,
} from '@decidable/server/organizations';
import { appendToAuditLog, COMMAND_LINE } from '@decidable/server/people';
import type { Command } from 'commander';
import { jsonOption, valid } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { type DataFlag, dataOption, withOrganization, withStorage } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends DataFlag {
  readonly json?: true;
}

interface DeleteFlags extends Flags {
  readonly rewrite?: true;
}

export function add(program: Command): void {
  const orgs = program
    .command('orgs')
    .summary('organizations: create, list, rename, delete')
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
  orgs
    .command('rename')
    .summary('rename an organization; its id stays')
    .argument('<id>', 'the organization')
    .argument('<name>', 'what to call it', valid(organizationName))
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, name }'))
    .action(rename);
  orgs
    .command('delete')
    .summary('delete an organization with all that is theirs')
    .description(
      'Removes keys, catalogues, sessions, rankings, outcomes, orders, gradings, models, usage and members of an organization, and what remains of them in the files. It cannot be undone.',
    )
    .argument('<id>', 'the organization')
    .requiredOption('--yes', 'that it is meant')
    .option(
      '--rewrite',
      'rewrite a large store also while a service runs on it, which refuses requests meanwhile',
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, removed, store }'))
    .action(remove);
}

async function create(name: string, flags: Flags): Promise<void> {
  const { id } = await withStorage(
    flags,
    async (storage) => {
      const created = await createOrganization(storage, name, Date.now());
      await appendToAuditLog(
        storage,
        created.id,
        COMMAND_LINE,
        created.createdAt,
        'organization.created',
        created.name,
      );
      return created;
    },
    { created: true },
  );
  if (flags.json) await printJson({ organizationId: id });
  else await print(`${id}\n`);
}

async function rename(org: string, name: string, flags: Flags): Promise<void> {
  const renamed = await withOrganization({ ...flags, org }, async (storage, id, note) => {
    const changed = await renameOrganization(storage, id, name);
    await note('organization.renamed', changed.name);
    return changed;
  });
  if (flags.json) await printJson({ organizationId: org, name: renamed.name });
  else await print(`${org} is called ${renamed.name}.\n`);
}

async function remove(org: string, flags: DeleteFlags): Promise<void> {
  const { removed, store } = await withOrganization({ ...flags, org }, (storage, id) =>
    deleteOrganization(storage, id, { rewrite: flags.rewrite ? 'beside' : 'now' }),
  );
  if (store !== 'rewritten') process.exitCode = 1;
  if (flags.json) await printJson({ organizationId: org, removed, store });
  else {
    await printLines([
      `Deleted ${org}: ${counted(removed, 'row')}.`,
      store === 'rewritten'
        ? 'The files were rewritten: nothing of it remains in them.'
        : 'NOT DONE: remains may be in unused parts of the files, which a service uses. "decidable sessions erase" with --rewrite, of any session, rewrites them.',
      'Copies of the data folder that were made before still have it.',
    ]);
  }
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
