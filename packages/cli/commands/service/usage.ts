import { count } from '@decidable/report/wording';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption } from '../../options.ts';
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
    .option('--from <day>', 'first day, as YYYY-MM-DD. Default: the first of this month', dayOf)
    .option('--to <day>', 'last day, as YYYY-MM-DD. Default: today', dayOf)
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, from, to, lines }'))
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const to = flags.to ?? today;
  const from = flags.from ?? `${to.slice(0, 8)}01`;
  if (from > to) throw new BadInput(`--from ${from} lies after --to ${to}. Swap them.`);
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

function dayOf(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (
    !/^\d{4}-\d\d-\d\d$/u.test(text) ||
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== text
  ) {
    throw new InvalidArgumentError('Give a day as YYYY-MM-DD.');
  }
  return text;
}
