import type { Service } from '@decidable/server';
import { type Config, ConfigError, readConfig } from '@decidable/server/config';
import { settings } from '@decidable/server/settings';
import type { Storage } from '@decidable/server/storage';
import { type Command, Option } from 'commander';
import { type Logger, pino } from 'pino';
import { type Demo, demoWelcome, provisionDemo } from '../../demo.ts';
import { BadInput, systemCode } from '../../fault.ts';
import { LogLines } from '../../log-lines.ts';
import { jsonOption } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import { unreachable, unusable } from '../../store/open.ts';
import { wrap } from '../../terminal/layout.ts';

type Flags = Readonly<Record<string, string | boolean | undefined>> & {
  readonly demo?: true;
  readonly json?: true;
};

/**
 * A second Ctrl-C ends the process from this time after the first on, ms. Before, it is the same signal received twice
 * (from npm or the launcher).
 */
const INSISTS_AFTER_MS = 2000;

export function add(program: Command): void {
  const command = program
    .command('serve')
    .summary('run the service')
    .description(
      'Runs the service until SIGTERM or SIGINT, then lets requests in flight finish. Its log goes to standard error.',
    )
    .option(
      '--demo',
      'with a demo shop: an organization, a catalogue and a fresh key, shown once ready',
      false,
    )
    .addOption(
      jsonOption(
        'print { address, operationsAddress, welcome } once ready; with --demo also { organizationId, key }',
      ),
    );
  for (const setting of settings) {
    if (setting.flag === undefined) continue;
    command.addOption(new Option(`--${setting.flag} <value>`, `sets ${setting.variable}, see below`));
  }
  command.addHelpText('after', environmentHelp).action(run);
}

function environmentHelp(): string {
  const longest = Math.max(...settings.map(({ variable }) => variable.length));
  const lines = settings.flatMap(({ variable, meaning, standard }) =>
    wrap(`${meaning}${standard ? ` Default: ${standard}` : ''}`, 100 - longest - 4).map(
      (line, row) => `  ${(row === 0 ? variable : '').padEnd(longest)}  ${line}`,
    ),
  );
  return `\nEnvironment variables (a flag wins over its variable):\n${lines.join('\n')}`;
}

async function run(flags: Flags): Promise<void> {
  let config: Config;
  try {
    const given = settings.flatMap(({ flag }) => {
      const value = flag === undefined ? undefined : flags[camelCase(flag)];
      return flag !== undefined && typeof value === 'string' ? [[flag, value] as const] : [];
    });
    config = readConfig(process.env, Object.fromEntries(given));
  } catch (error) {
    if (error instanceof ConfigError) throw new BadInput(error.message, { cause: error });
    throw error;
  }
  await serve(config, flags);
}

async function serve(config: Config, { demo: withDemo, json }: Flags): Promise<void> {
  // Fastify and its dependencies are loaded for this command only.
  const { FolderInUse, nodeName, startService } = await import('@decidable/server');
  const { openClusterStorage, openSqliteStorage } = await import('@decidable/server/storage');
  const log = pino({ level: config.log.level, base: null }, new LogLines());
  outlivesItsReaders();
  try {
    let demo: Demo | undefined;
    let service: Service | undefined;
    // A service that waits for its store has nothing to finish.
    stopOnSignal(log, async () => service?.close());
    const prepare = async () => {
      demo = await prepared();
      return demo;
    };
    service = await startService(config, { log, ownsProcess: true, ...(withDemo && { demo: prepare }) });
    const { address, operationsAddress, firstOwner } = service;
    const welcome = firstOwner === undefined ? undefined : `${address}/welcome#${firstOwner}`;
    if (json) {
      await printJson({
        address,
        operationsAddress,
        welcome,
        ...(demo && { organizationId: demo.organizationId, key: demo.apiKey }),
      });
    } else if (demo) await print(demoWelcome(address, demo, welcome));
    else {
      const first =
        welcome === undefined ? '' : `Create the first account of the dashboard, once, at ${welcome}\n`;
      await print(`The service runs at ${address}; health and metrics at ${operationsAddress}.\n${first}`);
    }
  } catch (error) {
    const { databaseUrl } = config;
    const ofFolder =
      error instanceof FolderInUse ? new BadInput(error.message, { cause: error }) : ofNetwork(error);
    const ofStore =
      databaseUrl === undefined ? unusable(config.data, error) : unreachable(databaseUrl, error);
    const told = ofFolder ?? ofStore ?? error;
    log.fatal({ reason: told instanceof Error ? told.message : String(told) }, 'the service does not start');
    throw told;
  }

  async function prepared() {
    const { data: folder, databaseUrl, valkeyUrl } = config;
    let node: string | undefined;
    let storage: Storage;
    if (databaseUrl === undefined) {
      // Holds the lock of the service: a folder that is being served keeps its demo key.
      storage = await openSqliteStorage({ folder, role: 'serve' });
    } else {
      node = await nodeName(config);
      const valkey = valkeyUrl === undefined ? undefined : { url: valkeyUrl };
      storage = await openClusterStorage({ databaseUrl, node, valkey });
    }
    try {
      return await provisionDemo(storage, Date.now(), node);
    } finally {
      await storage.close();
    }
  }
}

function ofNetwork(error: unknown): BadInput | undefined {
  if (!(error instanceof Error && 'syscall' in error)) return undefined;
  // A folder without permission has the same error code as a port without permission.
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return undefined;
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new BadInput(
        `${error.message}. Another program has this port: stop it, or choose one with --port or --operations-port.`,
      );
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new BadInput(`${error.message}. Choose another address or port (--host, --port).`);
    default:
      return undefined;
  }
}

/** A closed pipe or a full disk on standard output ends other commands; a service continues. */
function outlivesItsReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', (error) => {
      if (systemCode(error) === undefined) throw error;
    });
  }
}

function stopOnSignal(log: Logger, close: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > INSISTS_AFTER_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'the service stops');
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ reason: String(error) }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
}

function camelCase(flag: string): string {
  return flag.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}
