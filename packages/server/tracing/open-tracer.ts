import type { Logger } from 'pino';
import { version } from '../operations/release.ts';
import type { TracingConfig } from './read-tracing.ts';
import type { Tracer } from './tracer.ts';

const PACKAGE = '@decidable/tracing';

/**
 * Opens what makes and exports spans. Its package is loaded here, and installed where it is wanted, because of the
 * size of the SDK of OpenTelemetry: docs/DESIGN.md, libraries.
 *
 * @returns undefined where the package is not installed: the service goes on without traces, and the log says so
 */
export async function openTracer(
  config: TracingConfig,
  node: string | undefined,
  log: Logger,
): Promise<Tracer | undefined> {
  let tracing: typeof import('@decidable/tracing');
  try {
    tracing = await import('@decidable/tracing');
  } catch (error) {
    if (!isMissing(error)) throw error;
    log.warn(
      `no traces are exported, as the package ${PACKAGE} is not installed: run "npm install ${PACKAGE}@${version}" beside this one`,
    );
    return undefined;
  }
  const { url, resource, sampler, share, batches } = config;
  const { host } = new URL(url);
  return tracing.openTracer({
    url,
    resource: { ...(node !== undefined && { 'service.instance.id': node }), ...resource },
    version,
    sampler,
    share,
    batches,
    observer: {
      failed: ({ message }) =>
        log.warn(
          { collector: host, failure: message },
          'traces cannot be exported: they are dropped until they can',
        ),
      recovered: () => log.info({ collector: host }, 'traces are exported again'),
      warned: (warning) => log.warn({ collector: host, warning }, 'OpenTelemetry warns'),
    },
  });
}

/** Whether the package itself is missing. Where something is missing that it needs, the installation is broken. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${PACKAGE}'`);
