import { counted } from '@decidable/report/wording';
import type { Command } from 'commander';
import { jsonOption } from '../../../options.ts';
import { print } from '../../../output.ts';
import { dataOption, organizationOption } from '../../../store/open.ts';
import { type RuleFlags, recordRuling } from './record-ruling.ts';

export function add(sessions: Command): void {
  sessions
    .command('admit')
    .summary('let the model learn from sessions that were put aside')
    .description(
      'Takes sessions back that were put aside or excluded: the model learns from all their visits. A running service trains its model again within a minute or two; without one, run "decidable train".',
    )
    .argument('<session-ids...>', 'ids of sessions, from "sessions put-aside"')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, admitted }'))
    .action(admit);
}

async function admit(ids: readonly string[], flags: RuleFlags): Promise<void> {
  await recordRuling(ids, flags, 'admitted');
  if (!flags.json) await print(`Admitted ${counted(new Set(ids).size, 'session')} to learning.\n`);
}
