import { count, counted } from '@decidable/report/wording';
import { type PutAsideReport, putAsideReport } from '@decidable/server/learning';
import { type OutcomesReport, outcomesReport, type Tally } from '@decidable/server/outcomes';
import type { Command } from 'commander';
import { jsonOption, wholeNumber } from '../../options.ts';
import { printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { putAsideLines } from '../../terminal/put-aside.ts';
import { table } from '../../terminal/table.ts';

const DAY = 86_400_000;

interface Flags extends OrganizationFlag {
  readonly days: number;
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('outcomes')
    .summary('what was shown, clicked and bought, by position and by factor')
    .description(
      'Joins rankings with the exposures that name them and with what the shoppers did within half an hour: looked at a shown product, or bought it. Bought is what uploaded orders confirm (see "decidable orders"). Claimed is what browsers say, which anybody can send: each product counts once a session. By factor, a shown product counts for each factor by its share of the score. Also counts the visits that teach the model nothing, by reason.',
    )
    .addOption(organizationOption())
    .option('--days <number>', 'how far back', (text) => wholeNumber(text, 1, 3_650), 30)
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, decisions, total, positions, factors, learning, … }'))
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const since = Date.now() - flags.days * DAY;
  const [report, learned] = await withOrganization(flags, async (storage, id) => [
    await outcomesReport(storage, id, since),
    await putAsideReport(storage, id, since, 0),
  ]);
  if (flags.json) {
    const { visits, putAside, reasons } = learned;
    await printJson({
      organizationId: flags.org,
      ...report,
      since: new Date(since).toISOString(),
      learning: { visits, putAside, reasons },
    });
    return;
  }
  await printLines([...linesOf(report, flags.days), '', ...learningLines(learned, flags)]);
}

function learningLines(learned: PutAsideReport, { days, org }: Flags): string[] {
  const lines = putAsideLines(learned, days);
  return learned.putAside === 0
    ? lines
    : [...lines, `"decidable sessions put-aside --org ${org}" lists them.`];
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;

/** What was bought is not known without orders: then there is no figure, and no share of a claim. */
const cells = (
  { shown, clicked, bought, claimed }: Tally,
  { uploaded }: OutcomesReport['orders'],
  digits = 0,
): string[] => [
  shown.toFixed(digits),
  clicked.toFixed(digits),
  share(clicked, shown),
  uploaded === 0 ? 'unknown' : bought.toFixed(digits),
  uploaded === 0 ? '' : share(bought, shown),
  claimed.toFixed(digits),
];

const RIGHT = { align: 'right' } as const;
const TALLIED = [
  { title: 'SHOWN', ...RIGHT },
  { title: 'CLICKED', ...RIGHT },
  { title: '', ...RIGHT },
  { title: 'BOUGHT', ...RIGHT },
  { title: '', ...RIGHT },
  { title: 'CLAIMED', ...RIGHT },
];

function linesOf(report: OutcomesReport, days: number): string[] {
  const { decisions, shownDecisions, unmatched, orders, total, positions, factors } = report;
  const head = `${counted(decisions, 'ranking')} in the last ${counted(days, 'day')}; ${counted(shownDecisions, 'time')} a session saw something of one.`;
  const lost = unmatched > 0 ? [`${counted(unmatched, 'exposure')} named no ranking that is kept.`] : [];
  if (total.shown === 0) {
    return [head, ...lost, 'Send /exposure with the decisionId of a ranking to see here what became of it.'];
  }
  const positionRows = positions.map(({ from, to, ...tally }) => [
    to === from ? `${from}` : to === null ? `${from} and beyond` : `${from} to ${to}`,
    ...cells(tally, orders),
  ]);
  const factorRows = factors.map(({ factor, ...tally }) => [factor, ...cells(tally, orders, 1)]);
  return [
    head,
    ...lost,
    ...purchaseLines(report),
    '',
    ...table([{ title: 'POSITION' }, ...TALLIED], [...positionRows, ['all', ...cells(total, orders)]]),
    '',
    ...table([{ title: 'FACTOR' }, ...TALLIED], factorRows),
  ];
}

/** What the columns of purchases rest on. */
function purchaseLines({ orders: { uploaded, confirming }, claims: { sessions } }: OutcomesReport): string[] {
  const left = uploaded - confirming;
  const unmatched = left === 0 ? '' : ` ${count(left)} matched nothing that was shown.`;
  const bought =
    uploaded === 0
      ? 'unknown. No orders were uploaded, so purchases cannot be confirmed; see "decidable orders import --help".'
      : `confirmed by ${count(confirming)} of ${counted(uploaded, 'uploaded order')}.${unmatched}`;
  return [
    `Bought: ${bought}`,
    `Claimed: by the browsers of ${counted(sessions, 'session')}. Anybody can send claims and clicks; nobody has verified them.`,
  ];
}
