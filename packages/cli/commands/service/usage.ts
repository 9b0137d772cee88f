import { count } from '@decidable/report/wording';
import { InvalidInput } from '@decidable/server/errors';
import { type UsagePeriod, usageDay, usagePeriod } from '@decidable/server/usage';
import type { Command } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption, valid } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly from?: string;
  readonly to?: string;
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('usage')
    .summary('answered requests, one line an operation')
    .description(
      'Answered requests of metered endpoints, by operation: the first segment of their path. Days are UTC, both included.',
    )
    .addOption(organizationOption())
    .option('--from <day>', 'first day, as YYYY-MM-DD. Default: the first of this month', valid(usageDay))
    .option('--to <day>', 'last day, as YYYY-MM-DD. Default: today', valid(usageDay))
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, from, to, lines }'))
    .action(run);
}

function periodOf(flags: Flags): UsagePeriod {
  try {
    return usagePeriod(flags, Date.now());
  } catch (error) {
    if (error instanceof InvalidInput) throw new BadInput(error.message, { cause: error });
    throw error;
  }
}

async function run(flags: Flags): Promise<void> {
  const { from, to } = periodOf(flags);
  const lines = await withOrganization(flags, (storage, id) => storage.usage.report(id, from, to));
  if (flags.json) {
    await printJson({ organizationId: flags.org, from, to, lines });
    return;
  }
  if (lines.length === 0) {
    await print(`No metered request was answered from ${from} to ${to} (UTC).\n`);
    return;
  }
  const rows = lines.map(({ operation, requests, endpoints }) => [
    operation,
    count(requests),
    Object.entries(endpoints)
      .map(([endpoint, number]) => `${endpoint} ${count(number)}`)
      .join(', '),
  ]);
  const printed = table(
    [{ title: 'OPERATION' }, { title: 'REQUESTS', align: 'right' }, { title: 'ENDPOINTS' }],
    rows,
  );
  await printLines([`Usage from ${from} to ${to} (UTC)`, '', ...printed]);
}
