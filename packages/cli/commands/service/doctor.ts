import { printable } from '@decidable/report/printable';
import { ConfigError, readConfig } from '@decidable/server/config';
import {
  checks,
  clusterChecks,
  examine,
  type Finding,
  type Installation,
  type Verdict,
} from '@decidable/server/doctor';
import type { Command } from 'commander';
import { EXIT } from '../../fault.ts';
import { jsonOption } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import { type DataFlag, dataFolder, dataOption } from '../../store/open.ts';
import { listColumnsOf, wrap } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { Progress } from '../../terminal/progress.ts';

interface Flags extends DataFlag {
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('doctor')
    .summary('check an installation: folder, store, disk, settings')
    .description(
      'Checks the data folder, its store down to each page, the disk, the settings of this environment, and the running service. With STORAGE=cluster it checks PostgreSQL and Valkey in place of the store. Changes nothing. Exits with 2 if there is a problem.',
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { checks: [{ check, verdict, found, remedy }] }'))
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const isCluster = process.env.STORAGE === 'cluster';
  const folder = isCluster ? flags.data : await dataFolder(flags);
  const progress = new Progress(process.stderr);
  const found: (Finding & { readonly check: string })[] = [];
  try {
    const config = settingsFor(folder);
    progress.now('checking');
    const installation: Installation = { folder, config, now: Date.now() };
    for await (const finding of examine(installation, isCluster ? clusterChecks : checks)) {
      found.push(finding);
      progress.now(`checked: ${finding.check}`);
    }
  } finally {
    progress.end();
  }
  if (flags.json) await printJson({ checks: found });
  else await print(page(found));
  if (found.some(({ verdict }) => verdict === 'problem')) process.exitCode = EXIT.badInput;
}

function settingsFor(folder: string): Installation['config'] {
  try {
    return readConfig(process.env, { data: folder });
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}

function page(found: readonly (Finding & { readonly check: string })[]): string {
  const { green, yellow, red, dim } = paint(process.stdout);
  const signs: Readonly<Record<Verdict, string>> = {
    fine: green('fine   '),
    notice: yellow('notice '),
    problem: red('problem'),
    unknown: dim('unknown'),
  };
  const longest = Math.max(...found.map(({ check }) => check.length));
  const columns = listColumnsOf(process.stdout) - longest - 11;
  const lines = found.flatMap(({ check, verdict, found: what, remedy }) =>
    [
      ...wrap(printable(what), columns),
      ...(remedy === undefined ? [] : wrap(`→ ${printable(remedy)}`, columns)),
    ].map(
      (line, row) =>
        `${row === 0 ? `${signs[verdict]}  ${check.padEnd(longest)}` : ' '.repeat(longest + 9)}  ${line}`,
    ),
  );
  return `${lines.join('\n')}\n`;
}
