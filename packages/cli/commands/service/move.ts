import { count } from '@decidable/report/wording';
import { isPostgresAddress } from '@decidable/server/config';
import {
  clusterMove,
  type MoveOptions,
  type MovePlan,
  type MoveReport,
  StoreUnavailable,
} from '@decidable/server/storage';
import { type Command, Option } from 'commander';
import { BadInput } from '../../fault.ts';
import { jsonOption, withExamples } from '../../options.ts';
import { printJson, printLines } from '../../output.ts';
import { type DataFlag, dataOption, existingFolder, unreachable, unusable } from '../../store/open.ts';
import { Progress } from '../../terminal/progress.ts';
import { table } from '../../terminal/table.ts';

interface Flags extends DataFlag {
  readonly to: string;
  readonly dryRun?: true;
  readonly verify?: true;
  readonly json?: true;
}

export function add(program: Command): void {
  const move = program
    .command('move')
    .summary('move the embedded store into a cluster')
    .description(
      'Copies everything of a data folder into a PostgreSQL: organizations with keys, people, catalogues, sessions, events, rankings, gradings, models and usage. Stop the service of the folder first. As at any start, a folder of an earlier release is migrated, requests that were answered and not yet counted are counted, and the log is compacted; the folder is otherwise left as it is. An organization is there once all that is theirs was copied and compared, row by row. Cut short at any point, the same command goes on. Nothing is written over what the cluster has of its own.',
    )
    .addOption(dataOption())
    .addOption(
      new Option('--to <address>', 'the PostgreSQL, as postgresql://user:password@host/name').env(
        'DATABASE_URL',
      ),
    )
    .option('--dry-run', 'say what would be moved, beside a running service; nothing is written')
    .addOption(
      new Option('--verify', 'compare the cluster with the folder again; nothing is written to it').conflicts(
        'dryRun',
      ),
    )
    .addOption(jsonOption('print { organizations: [{ id, name, state, … }], people: { added, known } }'))
    .action(run);
  withExamples(move, [
    ['DATABASE_URL=postgresql://… decidable move --dry-run', 'what there is to move, and whether it can be'],
    [
      'DATABASE_URL=postgresql://… decidable move',
      'move it; a password in the environment is not seen by others',
    ],
  ]);
}

async function run(flags: Flags): Promise<void> {
  const databaseUrl = addressOf(flags);
  const folder = await existingFolder(flags.data);
  const progress = new Progress(process.stderr);
  const options: MoveOptions = {
    folder,
    databaseUrl,
    onProgress: (doing, share) => {
      progress.now(doing);
      progress.done(share);
    },
  };
  try {
    const { moveStore, planMove, verifyMove } = await clusterMove();
    if (flags.dryRun) {
      const plan = await planMove(options);
      progress.end();
      await (flags.json ? printJson(plan) : printPlan(plan));
      return;
    }
    const report = await (flags.verify ? verifyMove : moveStore)(options);
    progress.end();
    await (flags.json ? printJson(report) : printReport(report, flags));
  } catch (error) {
    throw refusal(folder, databaseUrl, error) ?? error;
  } finally {
    progress.end();
  }
}

/** It is not checked as an option: the message would show the password. */
function addressOf({ to }: Partial<Flags>): string {
  if (to === undefined)
    throw new BadInput(
      'say where to: set DATABASE_URL, or give --to, as postgresql://user:password@host/name.',
    );
  if (isPostgresAddress(to)) return to;
  throw new BadInput(
    'the address of the cluster (--to or DATABASE_URL) must be like postgresql://user:password@host:5432/name.',
  );
}

/** Both stores fail with the same error; one of SQLite has its code. */
function refusal(folder: string, databaseUrl: string, error: unknown): BadInput | undefined {
  if (!(error instanceof StoreUnavailable)) return unusable(folder, error);
  const { cause } = error;
  const isOfFolder = cause instanceof Error && 'errcode' in cause;
  if (isOfFolder) return unusable(folder, error);
  const { message } = unreachable(databaseUrl, error)!;
  return new BadInput(
    `${message} What was moved stays: run the command again when the database can be reached.`,
    {
      cause: error,
    },
  );
}

async function printReport({ organizations, people }: MoveReport, flags: Flags): Promise<void> {
  const now = organizations.filter(({ checks }) => checks.length > 0);
  if (now.length === 0) {
    const what =
      organizations.length === 0
        ? 'There is no organization to move.'
        : 'All organizations were moved before; nothing was done.';
    return printLines([`${what} ${organizations.length === 0 ? '' : 'Compare them with --verify.'}`.trim()]);
  }
  const lines = table(
    [
      { title: 'ORGANIZATION', whole: true },
      { title: 'NAME' },
      { title: 'ROWS', align: 'right' },
      { title: '' },
    ],
    organizations.map(({ id, name, state, checks }) => [
      id,
      name,
      checks.length === 0 ? '' : count(checks.reduce((sum, { source }) => sum + source.rows, 0)),
      checks.length === 0
        ? 'was moved before'
        : state === 'unfinished'
          ? 'moved, begun before'
          : 'the same on both sides',
    ]),
  );
  if (flags.verify)
    return printLines([
      ...lines,
      '',
      'The cluster has what the folder has of every organization.',
      'People, sign-ins and links were compared as they were written, and not again: they change as people sign in.',
      ...(people.added > 0
        ? [`People of the folder without an account in the cluster: ${count(people.added)}.`]
        : []),
    ]);
  return printLines([
    ...lines,
    ...peopleLines(people, 'added'),
    '',
    `Moved, and the same on both sides by counts and checksums of every table. Start nodes with STORAGE=cluster and this DATABASE_URL. Start no service on ${flags.data} again: what it took would be missing in the cluster.`,
  ]);
}

function peopleLines({ added, known }: MoveReport['people'], what: string): string[] {
  const lines = [`People: ${count(added)} ${what}.`];
  if (known.length > 0)
    lines.push(
      `These have an account in the cluster already, and keep it and its password: ${known.join(', ')}.`,
    );
  return lines;
}

const STATES = { new: 'to be moved', unfinished: 'to be continued', moved: 'moved before' } as const;

function printPlan({ organizations, people }: MovePlan): Promise<void> {
  const lines = table(
    [
      { title: 'ORGANIZATION', whole: true },
      { title: 'NAME' },
      { title: 'ROWS', align: 'right' },
      { title: '' },
    ],
    organizations.map(({ id, name, state, rows, uncompacted }) => [
      id,
      name,
      count(Object.values(rows).reduce((sum, each) => sum + each, 0)),
      uncompacted === 0
        ? STATES[state]
        : `${STATES[state]}; ${uncompacted === 1 ? '1 commit' : `${count(uncompacted)} commits`} of signals not yet compacted into rows${state === 'moved' ? ', so not compared' : ''}`,
    ]),
  );
  const all = organizations.flatMap(({ rows }) => Object.entries(rows));
  const byTable = [...Map.groupBy(all, ([name]) => name)].map(
    ([name, counts]) => `${name} ${count(counts.reduce((sum, [, rows]) => sum + rows, 0))}`,
  );
  return printLines([
    ...lines,
    ...(byTable.length > 0 ? ['', `By table: ${byTable.join(', ')}.`] : []),
    ...peopleLines(people, 'to be added'),
    'Nothing was written.',
  ]);
}
