import { restoreStore } from '@decidable/server/storage';
import type { Command } from 'commander';
import { jsonOption } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import { type DataFlag, dataOption, unusable } from '../../store/open.ts';
import { Progress } from '../../terminal/progress.ts';

interface Flags extends DataFlag {
  readonly replace: boolean;
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('restore')
    .summary('put a copy of the store back')
    .description(
      'Checks a copy and makes it the store of the data folder. The service of that folder must be stopped first.',
    )
    .argument('<copy>', 'a folder made by "decidable backup", or a copied database file')
    .addOption(dataOption())
    .option('--replace', 'move a store that is there into a folder beside it', false)
    .addOption(jsonOption('print { data, takenAt, files, replaced }'))
    .action(run);
}

async function run(copy: string, { data, replace, json }: Flags): Promise<void> {
  const progress = new Progress(process.stderr);
  try {
    const { takenAt, files, replaced } = await restoreStore({
      copy,
      folder: data,
      replace,
      now: Date.now(),
      onProgress: (doing) => progress.now(doing),
    });
    progress.end();
    if (json) {
      await printJson({ data, takenAt, files, replaced });
      return;
    }
    const since = takenAt === null ? '' : ` as of ${takenAt}`;
    const aside =
      replaced === null
        ? ''
        : ` The store that was there is in ${replaced}; remove it when you no longer need it.`;
    await print(`${data} holds the copy${since}. Start the service.${aside}\n`);
  } catch (error) {
    throw unusable(data, error) ?? error;
  } finally {
    progress.end();
  }
}
