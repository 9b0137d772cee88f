import { freemem, totalmem } from 'node:os';
import { containerMemory } from '../../memory-plan.ts';
import { type Check, fine, notice, problem } from './check.ts';

/** Share of the memory of the machine or container that shops and sessions may take together. Set by hand. */
const MOST_OF_MEMORY = 0.75;

/** Settings that cannot be used, or do not fit this machine. */
export const fittingSettings: Check = {
  name: 'settings',
  run({ config }) {
    if ('problems' in config) {
      return problem(
        `The service would not start: ${config.problems.join('; ')}.`,
        'Mend these settings; see docs/configuration.md.',
      );
    }
    const wanted = config.memory.shops + config.memory.sessions;
    const there = containerMemory() ?? totalmem();
    const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
    if (wanted > MOST_OF_MEMORY * there) {
      return notice(
        `Shops and sessions may take ${megabytes(wanted)} of ${megabytes(there)} of memory (${megabytes(freemem())} free).`,
        'Lower SHOPS_MEMORY_MB and SESSIONS_MEMORY_MB, or give the service more memory.',
      );
    }
    if (config.retention.decisions < config.retention.outcomes) {
      return notice(
        'Decisions are removed before the outcomes that belong to them, which reports then cannot join.',
        'Set RETENTION_DECISIONS_DAYS to at least RETENTION_OUTCOMES_DAYS.',
      );
    }
    return fine(`They can be used; shops and sessions may take ${megabytes(wanted)} of ${megabytes(there)}.`);
  },
};
