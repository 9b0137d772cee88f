import { counted } from '@decidable/report/wording';
import type { Command } from 'commander';
import { jsonOption } from '../../../options.ts';
import { print } from '../../../output.ts';
import { dataOption, organizationOption } from '../../../store/open.ts';
import { type RuleFlags, recordRuling } from './record-ruling.ts';

export function add(sessions: Command): void {
  sessions
    .command('exclude')
    .summary('keep sessions out of the model')
    .description(
      'The model learns nothing from these sessions, whatever the checks find. Their data stays in the store; "sessions erase" deletes it. A running service trains its model again without them within a minute or two; without one, run "decidable train".',
    )
    .argument('<session-ids...>', 'ids of sessions')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, excluded }'))
    .action(exclude);
}

async function exclude(ids: readonly string[], flags: RuleFlags): Promise<void> {
  await recordRuling(ids, flags, 'excluded');
  if (flags.json) return;
  const sessions = counted(new Set(ids).size, 'session');
  await print(
    `The model no longer learns from ${sessions}; the data stays. To delete it: decidable sessions erase.\n`,
  );
}
