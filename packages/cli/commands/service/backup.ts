import { backupStore } from '@decidable/server/storage';
import type { Command } from 'commander';
import { jsonOption } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import { type DataFlag, dataFolder, dataOption } from '../../store/open.ts';
import { Progress } from '../../terminal/progress.ts';

interface Flags extends DataFlag {
  readonly json?: true;
}

export function add(program: Command): void {
  program
    .command('backup')
    .summary('copy the store, beside a running service')
    .description(
      'Copies the store into a new folder, with or without a running service: one state of it, with every write that was acknowledged before. The copy is checked. "decidable restore" puts it back.',
    )
    .argument('<destination>', 'the folder of the copy; it must not exist yet')
    .addOption(dataOption())
    .addOption(jsonOption('print { destination, takenAt, bytes, files }'))
    .action(run);
}

async function run(destination: string, flags: Flags): Promise<void> {
  const folder = await dataFolder(flags);
  const progress = new Progress(process.stderr);
  try {
    const { takenAt, files } = await backupStore({
      folder,
      destination,
      now: Date.now(),
      onProgress: (doing, share) => {
        progress.now(doing);
        progress.done(share);
      },
    });
    progress.end();
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (flags.json) await printJson({ destination, takenAt, bytes, files: files.map(({ name }) => name) });
    else {
      await print(
        `${destination} holds the store as of ${takenAt}: ${(bytes / 1e6).toFixed(1)} MB, checked.\nPut it back with: decidable restore ${destination} --data ${folder} --replace\n`,
      );
    }
  } finally {
    progress.end();
  }
}
