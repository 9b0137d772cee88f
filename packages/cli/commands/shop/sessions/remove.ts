import type { Command } from 'commander';
import { jsonOption } from '../../../options.ts';
import { print } from '../../../output.ts';
import { counted } from '../../../report/wording.ts';
import { dataOption, organizationOption } from '../../../store/open.ts';
import { type RuleFlags, rule } from './rule.ts';

export function add(sessions: Command): void {
  sessions
    .command('remove')
    .summary('keep sessions out of the model')
    .description(
      'The model learns nothing from these sessions, whatever the checks find. Their signals stay in the store. A running service trains its model again without them within a minute or two; without one, run "decidable train".',
    )
    .argument('<session-ids...>', 'ids of sessions')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, removed }'))
    .action(remove);
}

async function remove(ids: readonly string[], flags: RuleFlags): Promise<void> {
  await rule(ids, flags, 'removed');
  if (!flags.json) await print(`Removed ${counted(new Set(ids).size, 'session')} from learning.\n`);
}
