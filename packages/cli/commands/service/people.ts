import { Conflict, NotFound } from '@decidable/server/errors';
import {
  appendToAuditLog,
  COMMAND_LINE,
  emailOf,
  inviteMember,
  offerPassword,
} from '@decidable/server/people';
import type { Role } from '@decidable/server/storage';
import { type Command, Option } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption, valid } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import {
  type DataFlag,
  dataOption,
  type OrganizationFlag,
  organizationOption,
  withOrganization,
  withStorage,
} from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends DataFlag {
  readonly json?: true;
}

interface LinkFlags extends Flags {
  readonly address: string;
}

interface InviteFlags extends LinkFlags, OrganizationFlag {
  readonly role: Role;
  readonly email?: string;
}

export function add(program: Command): void {
  const people = program
    .command('people')
    .summary('people of the dashboard: list, invite, reset a password')
    .description(
      'People who sign in to the dashboard. Members can do this there; this is for who has the server.',
    );
  people
    .command('list')
    .summary('list the people, with their organizations')
    .addOption(dataOption())
    .addOption(jsonOption('print { people }'))
    .action(list);
  people
    .command('invite')
    .summary('invite somebody to an organization by a link')
    .description('Prints a link that works once, for a week, for whoever has it. Only its hash is stored.')
    .addOption(organizationOption())
    .addOption(
      new Option('--role <role>', 'what they may do')
        .choices(['viewer', 'editor', 'owner'])
        .default('viewer'),
    )
    .option('--email <address>', 'whom it is meant for, as a note', valid(emailOf))
    .addOption(addressOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { link, role, expiresAt }'))
    .action(inviteByLink);
  people
    .command('reset-password')
    .summary('a link with which somebody sets a new password')
    .description(
      'Prints a link that works once, for a day. Setting the password ends all sign-ins of the person.',
    )
    .argument('<email>', 'the address that they sign in with', valid(emailOf))
    .addOption(addressOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { link, email, expiresAt }'))
    .action(resetPassword);
}

function addressOption(): Option {
  return new Option('--address <url>', 'where people reach the dashboard').default('http://localhost:8787');
}

const linkTo = (address: string, page: string, token: string): string =>
  `${address.replace(/\/+$/u, '')}/${page}#${token}`;

async function list(flags: Flags): Promise<void> {
  const people = await withStorage(flags, async ({ people, organizations }) => {
    const names = new Map((await organizations.list()).map(({ id, name }) => [id, name]));
    return Promise.all(
      (await people.list()).map(async ({ id, email, name, createdAt }) => ({
        email,
        name,
        createdAt: new Date(createdAt).toISOString(),
        organizations: (await people.memberships(id)).map(({ organizationId, role }) => ({
          organizationId,
          name: names.get(organizationId),
          role,
        })),
      })),
    );
  });
  if (flags.json) {
    await printJson({ people });
    return;
  }
  if (people.length === 0) {
    await print('Nobody can sign in yet. "decidable serve" prints the link for the first owner.\n');
    return;
  }
  const lines = table(
    [{ title: 'EMAIL', whole: true }, { title: 'NAME' }, { title: 'SINCE' }, { title: 'ORGANIZATIONS' }],
    people.map(({ email, name, createdAt, organizations }) => [
      email,
      name ?? '',
      createdAt.slice(0, 10),
      organizations.map((each) => `${each.name ?? each.organizationId} (${each.role})`).join(', '),
    ]),
  );
  await printLines(lines);
}

async function inviteByLink({ role, email, address, json, ...flags }: InviteFlags): Promise<void> {
  const { invitation, token } = await told(() =>
    withOrganization(flags, async (storage, id, note) => {
      const made = await inviteMember(storage, id, { role, email }, Date.now());
      await note('invitation.created', email ?? made.invitation.id, { role });
      return made;
    }),
  );
  await show(json, { link: linkTo(address, 'invitation', token), role }, invitation.expiresAt);
}

async function resetPassword(email: string, { address, json, ...flags }: LinkFlags): Promise<void> {
  const { person, token, expiresAt } = await told(() =>
    withStorage(flags, async (storage) => {
      const at = Date.now();
      const offered = await offerPassword(storage, email, at);
      const { person } = offered;
      for (const { organizationId } of await storage.people.memberships(person.id))
        await appendToAuditLog(storage, organizationId, COMMAND_LINE, at, 'password.offered', person.email);
      return offered;
    }),
  );
  await show(json, { link: linkTo(address, 'password', token), email: person.email }, expiresAt);
}

/** What the domain refuses is refused as bad input. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFound || error instanceof Conflict)
      throw new BadInput(error.message, { cause: error });
    throw error;
  }
}

async function show(
  json: true | undefined,
  facts: { readonly link: string; readonly [name: string]: string },
  expiresAt: number,
): Promise<void> {
  if (json) {
    await printJson({ ...facts, expiresAt: new Date(expiresAt).toISOString() });
    return;
  }
  await print(`${facts.link}\n`);
  process.stderr.write('This is the only time that the link is shown, and it works once.\n');
}
