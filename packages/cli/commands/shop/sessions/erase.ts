import { counted } from '@decidable/report/wording';
import { type ErasedSession, eraseSession } from '@decidable/server/sessions';
import { BuildPool } from '@decidable/server/shops';
import type { SessionId } from '@decidable/server/storage';
import type { Command } from 'commander';
import { jsonOption, withExamples } from '../../../options.ts';
import { printJson, printLines } from '../../../output.ts';
import {
  dataOption,
  type OrganizationFlag,
  organizationOption,
  withOrganization,
} from '../../../store/open.ts';
import { Progress } from '../../../terminal/progress.ts';

interface Flags extends OrganizationFlag {
  readonly rewrite?: true;
  readonly json?: true;
}

export function add(sessions: Command): void {
  const command = sessions
    .command('erase')
    .summary('remove everything that is stored of a session')
    .description(
      "Removes everything that is stored under a session id, for good: signals, profile, events, exposures, decisions. Uploaded orders are the shop's own books: they stay, without the session and its rankings. All models are replaced by one that is trained without it, and the files are rewritten, so that nothing of it remains in them. Copies of the data folder that were made before keep it.",
    )
    .argument('<session>', 'the session id')
    .addOption(organizationOption())
    .option(
      '--rewrite',
      'rewrite a large store also while a service runs on it, which refuses requests meanwhile',
    )
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, sessionId, removed, unlinked, model, store }'))
    .action(run);
  withExamples(command, [
    ['decidable sessions erase ID --org ORG', 'for the shopper who asks to be forgotten'],
  ]);
}

async function run(session: string, flags: Flags): Promise<void> {
  const erased = await withOrganization(flags, async (storage, id, note) => {
    const builder = new BuildPool();
    const progress = new Progress(process.stderr);
    try {
      const erased = await eraseSession(storage, builder, id, session.normalize() as SessionId, Date.now(), {
        rewrite: flags.rewrite ? 'beside' : 'now',
        onStage: (doing) => progress.now(doing),
      });
      await note('session.erased', 'one session', { removed: erased.removed });
      return erased;
    } finally {
      progress.end();
      await builder.close();
    }
  });
  if (erased.model === 'busy' || erased.store === 'busy' || erased.store === 'served') process.exitCode = 1;
  if (flags.json) await printJson({ organizationId: flags.org, sessionId: session, ...erased });
  else await printLines(linesOf(erased));
}

const MODELS: Readonly<Record<ErasedSession['model'], string>> = {
  trained: 'The model was trained again without it, and all earlier models are gone.',
  none: 'No model is left that could hold something of it.',
  unchanged: 'The model was not trained again.',
  busy: 'NOT DONE: another process is training the model, which may hold visits of it. Run this again.',
};
const STORES: Readonly<Record<ErasedSession['store'], string>> = {
  rewritten: 'The files were rewritten: nothing of it remains in them.',
  clean: 'The files were not rewritten.',
  scheduled: 'The files will be rewritten when the service is idle.',
  served:
    'NOT DONE: remains may be in unused parts of the files, since a service runs on this large store. Run this again with --rewrite at a quiet time, or while the service is stopped.',
  busy: 'NOT DONE: remains may be in unused parts of the files, which were in use all the time. Run this again.',
};

const linesOf = ({ removed, unlinked, model, store }: ErasedSession): string[] => [
  ...(removed + unlinked === 0 ? ['Nothing was stored under this session id.'] : []),
  ...(removed === 0 ? [] : [`Removed everything stored of the session (${counted(removed, 'record')}).`]),
  ...(unlinked === 0
    ? []
    : [
        `${counted(unlinked, 'order')} of the shop ${unlinked === 1 ? 'stays, and no longer names' : 'stay, and no longer name'} the session.`,
      ]),
  MODELS[model],
  STORES[store],
  'Copies of the data folder that were made before still have it.',
];
