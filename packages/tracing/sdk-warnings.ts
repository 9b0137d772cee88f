import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api';

/** Warnings are told so often at most, in ms: spans that a full queue drops are told with each batch. Set by hand. */
const EVERY = 60_000;

/**
 * Hands on what the SDK warns of, such as spans that a full queue dropped and settings that it cannot use; at most one
 * warning a minute. The SDK has one logger a process: that of the last call.
 *
 * @param now ms of any clock that only goes forward
 * @returns ends it
 */
export function watchSdk(warned: (message: string) => void, now = () => performance.now()): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (now() - last < EVERY) return;
    last = now();
    warned(message);
  };
  const ignore = () => {};
  const logger: DiagLogger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  return () => diag.disable();
}
