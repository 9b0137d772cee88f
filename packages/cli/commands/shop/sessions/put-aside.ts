import { counted } from '@decidable/report/wording';
import { type PutAsideReport, putAsideReport } from '@decidable/server/learning';
import type { Command } from 'commander';
import { jsonOption, wholeNumber, withExamples } from '../../../options.ts';
import { printJson, printLines } from '../../../output.ts';
import {
  dataOption,
  type OrganizationFlag,
  organizationOption,
  withOrganization,
} from '../../../store/open.ts';
import { putAsideLines } from '../../../terminal/put-aside.ts';
import { table } from '../../../terminal/table.ts';

const DAY = 86_400_000;

interface Flags extends OrganizationFlag {
  readonly days: number;
  readonly limit: number;
  readonly json?: true;
}

export function add(sessions: Command): void {
  const command = sessions
    .command('put-aside')
    .summary('list the visits that teach the model nothing, and why')
    .description(
      'Decides about the visits in the log as the next training will, and lists those that it puts aside, the latest first, with what was done in them.',
    )
    .addOption(organizationOption())
    .option('--days <number>', 'how far back', (text) => wholeNumber(text, 1, 3_650), 30)
    .option('--limit <number>', 'visits to list', (text) => wholeNumber(text, 1, 100_000), 50)
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, since, visits, putAside, reasons, admitted, latest }'))
    .action(run);
  withExamples(command, [
    ['decidable sessions put-aside --org ORG', 'what was put aside in the last 30 days'],
    ['decidable sessions admit --org ORG visitor-1', 'learn from that session all the same'],
  ]);
}

async function run(flags: Flags): Promise<void> {
  const since = Date.now() - flags.days * DAY;
  const report = await withOrganization(flags, (storage, id) =>
    putAsideReport(storage, id, since, flags.limit),
  );
  if (flags.json) {
    const latest = report.latest.map(({ begins, ...visit }) => ({
      ...visit,
      begins: new Date(begins).toISOString(),
    }));
    await printJson({
      organizationId: flags.org,
      since: new Date(since).toISOString(),
      ...report,
      latest,
    });
    return;
  }
  await printLines(linesOf(report, flags.days));
}

function linesOf(report: PutAsideReport, days: number): string[] {
  const { admitted, latest, putAside } = report;
  const byHand = admitted.length > 0 ? [`${counted(admitted.length, 'session')} admitted by hand.`] : [];
  const head = [...putAsideLines(report, days), ...byHand];
  if (latest.length === 0) return head;
  const rows = latest.map(({ sessionId, begins, reason, products, searches }) => [
    sessionId,
    new Date(begins).toISOString().slice(0, 16).replace('T', ' '),
    reason,
    [
      ...products.map(({ id, interactions }) => (interactions > 1 ? `${id} ×${interactions}` : id)),
      ...searches.map((search) => `“${search}”`),
    ].join(', '),
  ]);
  const more = putAside > latest.length ? ['', `${counted(putAside - latest.length, 'visit')} more.`] : [];
  return [
    ...head,
    '',
    ...table(
      [
        { title: 'SESSION', whole: true },
        { title: 'BEGAN (UTC)', whole: true },
        { title: 'REASON' },
        { title: 'PRODUCTS AND SEARCHES' },
      ],
      rows,
    ),
    ...more,
  ];
}
