import { overdue } from '../../storage/index.ts';
import { type Check, fine, notice } from './check.ts';

/** Facts are removed in rounds that may take hours in a large store; older ones than this are a backlog, ms. Set by hand. */
const GRACE = 2 * 86_400_000;

export const retention: Check = {
  name: 'retention',
  run({ folder, config, now }) {
    if ('problems' in config) return notice('The times of retention are not known.', 'Mend the settings.');
    const days = (ms: number) => Math.floor(ms / 86_400_000);
    const late = overdue(folder, config.retention, now).filter(({ by }) => by > GRACE);
    if (late.length === 0) return fine('Nothing is kept for longer than it should be.');
    return notice(
      `${late.map(({ kind, by }) => `${kind} are kept for ${days(by)} days too long`).join(', ')}.`,
      'Let the service run: it removes old facts. A stopped service removes nothing.',
    );
  },
};
