import type { AuditResult, VerifyResult } from '@decidable/engine/audit';
import { productsLeft } from '@decidable/report/plain-words';
import { comparisonInList, counted } from '@decidable/report/wording';
import type { KeptGrading } from '@decidable/server/storage';
import type { Command } from 'commander';
import { jsonOption, wholeNumber } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends OrganizationFlag {
  readonly category?: string;
  readonly limit: number;
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('history')
    .summary('gradings that were kept, the latest first')
    .description(
      'Audits and verifications that were sent with an organizationId and so were kept, the latest first.',
    )
    .addOption(organizationOption())
    .option('--category <name>', 'only those of this shelf')
    .option('--limit <number>', 'how many at most', (text) => wholeNumber(text, 1, 10_000), 50)
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, gradings }, each with its whole result'))
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const gradings = await withOrganization(flags, (storage, id) =>
    storage.gradings.list(id, {
      limit: flags.limit,
      ...(flags.category === undefined ? {} : { category: flags.category }),
    }),
  );
  if (flags.json) {
    await printJson({
      organizationId: flags.org,
      gradings: gradings.map(({ id, kind, category, at, result }) => ({
        id,
        kind,
        ...(category === undefined ? {} : { category }),
        at: new Date(at).toISOString(),
        result: JSON.parse(result) as unknown,
      })),
    });
    return;
  }
  if (gradings.length === 0) {
    await print(
      'No grading was kept. Send "organizationId" with /catalog/audit or /catalog/verify to keep one.\n',
    );
    return;
  }
  const lines = table(
    [
      { title: 'WHEN (UTC)', whole: true },
      { title: 'KIND' },
      { title: 'CATEGORY' },
      { title: 'RESULT' },
      { title: 'ID', whole: true },
    ],
    gradings.map((grading) => [
      new Date(grading.at).toISOString().slice(0, 16).replace('T', ' '),
      grading.kind,
      grading.category ?? '',
      summaryOf(grading),
      grading.id,
    ]),
  );
  await printLines(lines);
}

function summaryOf({ kind, result }: KeptGrading): string {
  if (kind === 'audit') {
    const { grade, remaining, products } = JSON.parse(result) as AuditResult;
    const left =
      grade === null || remaining === undefined
        ? ''
        : `, ${productsLeft(remaining.now)} left after three answers`;
    return `${grade ?? 'no grade'}${left}, ${counted(products, 'product')}`;
  }
  const { answerability, claims } = JSON.parse(result) as VerifyResult;
  const verified = claims?.filter(({ verdict }) => verdict === 'verified').length ?? 0;
  const held = claims === undefined ? '' : `, ${verified} of ${counted(claims.length, 'claim')} verified`;
  const moved =
    answerability.after === null
      ? 'nothing compared'
      : comparisonInList({ after: answerability.after, moved: answerability.moved });
  return `${moved}${held}`;
}
