import { limits } from '@decidable/contract/limits';
import type { Source } from '@decidable/engine/audit';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../../fault.ts';
import { grade } from '../../grading/run.ts';
import { verifyPage } from '../../html/verify-page.ts';
import { readGiven } from '../../input.ts';
import { jsonOption, memoryOption, sourceOption, withExamples } from '../../options.ts';
import { checkWritable, printJson, printLines, writeText } from '../../output.ts';
import { parseRepairs } from '../../repairs.ts';
import { wireShape } from '../../report/wire-shape.ts';
import { columnsOf } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { verifyReport } from '../../terminal/verify-report.ts';

interface VerifyFlags {
  readonly source: Source;
  readonly repairs?: string;
  readonly category?: string;
  readonly json?: true;
  readonly all?: true;
  readonly report?: string;
  readonly memory?: number;
}

export function add(program: Command): void {
  const command = program
    .command('verify')
    .summary('compare two exports: what moved, and whether claimed repairs hold')
    .description(
      'Compares an export from before a repair with one from after it, over the products in both, attribute by ' +
        'attribute. With --repairs, each claim is held against what changed; without, nothing is claimed.',
    )
    .argument('<before>', 'CSV file from before the work, or - for standard input')
    .argument('<after>', 'CSV file from after the work, or - for standard input')
    .option(
      '--repairs <file.json>',
      'claims: [{ "attribute", "method"?, "estimatedHours"?, "actualHours"? }, …]',
    )
    .addOption(sourceOption('where the new values come from, which decides how far they are trusted'))
    .option('--category <name>', 'your own name for the shelf', category)
    .option('--report <file.html>', 'also write the report as one self-contained page')
    .option('--all', 'show every attribute')
    .addOption(jsonOption('print the answer of /catalog/verify instead of the report'))
    .addOption(memoryOption())
    .action(run);
  withExamples(command, [
    ['decidable verify before.csv after.csv', 'what changed'],
    ['decidable verify before.csv after.csv --repairs done.json', 'and whether the claims hold'],
  ]);
}

async function run(beforePath: string, afterPath: string, flags: VerifyFlags): Promise<void> {
  const piped = [beforePath, afterPath, flags.repairs].filter((path) => path === '-');
  if (piped.length > 1)
    throw new BadInput('standard input (-) can be given once; give files for the others.');
  if (flags.report !== undefined) await checkWritable(flags.report, [beforePath, afterPath]);
  const repairs = flags.repairs === undefined ? undefined : parseRepairs(await readGiven(flags.repairs));
  const before = await readGiven(beforePath);
  const after = await readGiven(afterPath);
  const { result, titles } = await grade(
    {
      kind: 'verify',
      before,
      after,
      options: {
        source: flags.source,
        ...(repairs === undefined ? {} : { repairs }),
        ...(flags.category === undefined ? {} : { category: flags.category }),
      },
      withTitles: flags.report !== undefined,
    },
    flags.memory,
  );
  if (flags.report !== undefined) {
    await writeText(flags.report, verifyPage(result, before.name, after.name, titles));
  }
  if (flags.json) await printJson(wireShape(result));
  else {
    const lines = verifyReport(result, {
      before: beforePath,
      after: afterPath,
      columns: columnsOf(process.stdout),
      paint: paint(process.stdout),
      all: flags.all === true,
    });
    await printLines(lines);
  }
  if (flags.report !== undefined) process.stderr.write(`Report written to ${flags.report}\n`);
}

function category(text: string): string {
  if ([...text].length > limits.category || text === '') {
    throw new InvalidArgumentError(`Give 1 to ${limits.category} characters.`);
  }
  return text;
}
