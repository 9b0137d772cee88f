import { exportSession } from '@decidable/server/sessions';
import type { SessionId } from '@decidable/server/storage';
import type { Command } from 'commander';
import { BadInput } from '../../../fault.ts';
import { withExamples } from '../../../options.ts';
import { printJson } from '../../../output.ts';
import {
  dataOption,
  type OrganizationFlag,
  organizationOption,
  withOrganization,
} from '../../../store/open.ts';

export function add(sessions: Command): void {
  const command = sessions
    .command('export')
    .summary('print everything that is stored of a session')
    .description(
      'Prints everything that is stored under a session id as JSON: signals, profile, events, exposures, decisions, uploaded orders. Times are milliseconds since 1970.',
    )
    .argument('<session>', 'the session id')
    .addOption(organizationOption())
    .addOption(dataOption())
    .action(run);
  withExamples(command, [
    ['decidable sessions export ID --org ORG > session.json', 'for the shopper who asks'],
  ]);
}

async function run(session: string, flags: OrganizationFlag): Promise<void> {
  const exported = await withOrganization(flags, async (storage, id, note) => {
    const found = await exportSession(storage, id, session.normalize() as SessionId);
    if (found !== undefined) await note('session.exported', session);
    return found;
  });
  if (exported === undefined) throw new BadInput(`the organization has no session ${session}.`);
  await printJson(exported);
}
