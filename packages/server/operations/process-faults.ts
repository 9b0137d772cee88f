import type { Logger } from 'pino';
import { faultOf } from './logged-fault.ts';

export interface ProcessFaults {
  readonly log: Logger;
  /** Told of each promise that was rejected and that nobody handled. */
  readonly rejected: () => void;
  /** Lets go of everything in an orderly way. */
  readonly stop: () => Promise<void>;
  /** How long that may take, in ms. */
  readonly within: number;
}

/**
 * Tells as JSON of what would end the process without a word. A rejected promise that nobody handled is a mistake of one
 * request, and the others go on. After an exception that nobody caught nothing is certain: the service stops, and the
 * process ends with 1, so that whoever supervises it starts it again.
 *
 * @returns takes the handlers away
 */
export function watchProcess({ log, rejected, stop, within }: ProcessFaults): () => void {
  const onRejection = (reason: unknown): void => {
    rejected();
    log.fatal(
      { fault: faultOf(reason) },
      'a promise was rejected and nobody handled it: the service goes on',
    );
  };
  const onException = (error: unknown): void => {
    log.fatal({ fault: faultOf(error) }, 'an exception that nobody caught: the service stops');
    const end = () => process.exit(1);
    setTimeout(end, within).unref();
    stop().then(end, (failed: unknown) => {
      log.fatal({ fault: faultOf(failed) }, 'the service did not stop cleanly');
      end();
    });
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
