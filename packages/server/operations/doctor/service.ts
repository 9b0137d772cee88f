import { reachableAddress } from '../../reachable-address.ts';
import { folderHolder } from '../../storage/index.ts';
import { type Check, fine, notice, problem } from './check.ts';

/** How long the running service may take to answer, ms. Set by hand. */
const PATIENCE = 5_000;

/** Who serves the folder, and whether that service calls itself ready. */
export const service: Check = {
  name: 'service',
  async run({ folder, config }) {
    const holder = folderHolder(folder);
    if (holder === undefined) return fine('No service runs on the folder.');
    if ('problems' in config)
      return notice(`The folder is served by ${holder}.`, 'Mend the settings, so that it can be asked.');
    const address = `${reachableAddress(config.operationsHost, config.operationsPort)}/ready`;
    let response: Response;
    try {
      response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    } catch {
      return notice(
        `The folder is served by ${holder}, which does not answer at ${address}.`,
        'Give the OPERATIONS_HOST and OPERATIONS_PORT of the service, or look at its log.',
      );
    }
    if (response.ok) return fine(`The folder is served by ${holder}, which is ready.`);
    const body = (await response.json()) as { message?: string };
    return problem(
      `The folder is served by ${holder}, which is not ready: ${body.message}`,
      'Look at its log.',
    );
  },
};
