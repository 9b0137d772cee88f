import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import {
  clusterExamination,
  type ExaminedDatabase,
  type ExaminedValkey,
  StoreUnavailable,
} from '../../storage/index.ts';
import { type Check, type Finding, fine, type Installation, notice, problem } from './check.ts';

/** The oldest servers that the store is tested with. */
const OLDEST_POSTGRES = 15;
const OLDEST_VALKEY = 7;
/** How far the clocks of a node and of PostgreSQL may be apart, ms. Set by hand. */
const APART = 5_000;
/** A round trip to Valkey that is longer than this is no gain over PostgreSQL, ms. Set by hand. */
const SLOW = 20;

export function verdictOnDatabase({
  version,
  schema,
  knownSchema,
  isUsable,
  unsafe,
}: ExaminedDatabase): Finding {
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    return problem(`It is PostgreSQL ${version}.`, `Use PostgreSQL ${OLDEST_POSTGRES} or later.`);
  if (unsafe.length > 0)
    return problem(
      `It may lose what it has acknowledged: ${unsafe.join(', ')} is off.`,
      `Set ${unsafe.join(' and ')} to on.`,
    );
  if (schema === undefined)
    return notice(
      `PostgreSQL ${version} answers, and there is no store yet.`,
      'Begin with "decidable orgs create NAME".',
    );
  if (schema > knownSchema && isUsable)
    return notice(
      `PostgreSQL ${version} answers; a later release has migrated the store (schema ${schema}), on which this one still runs.`,
      'Upgrade the nodes that are left.',
    );
  if (!isUsable)
    return problem(
      `The store was written by a later release (schema ${schema}; this release knows ${knownSchema}).`,
      'Run the doctor of that release, and start no node of this one.',
    );
  if (schema < knownSchema)
    return notice(
      `PostgreSQL ${version} answers; the schema ${schema} is of an older release.`,
      'Back it up, then start a node: it migrates the store.',
    );
  return fine(`PostgreSQL ${version} answers and keeps what it acknowledges; its schema is ${schema}.`);
}

export function verdictOnValkey({ name, version, roundTrip }: ExaminedValkey): Finding {
  if (Number.parseInt(version, 10) < OLDEST_VALKEY)
    return problem(`It is ${name} ${version}.`, `Use Valkey or Redis ${OLDEST_VALKEY} or later.`);
  const found = `${name} ${version} answers in ${roundTrip.toFixed(1)} ms`;
  return roundTrip > SLOW
    ? notice(`${found}.`, 'Run it in the data centre of the nodes.')
    : fine(`${found}.`);
}

/** @param ahead how far the clock of PostgreSQL is ahead of the one of this machine, ms */
export function verdictOnClocks(ahead: number): Finding {
  const apart = `${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'behind' : 'ahead of'} that of PostgreSQL`;
  if (Math.abs(ahead) > APART)
    return notice(
      `The clock of this machine is ${apart}.`,
      'Set the clocks by NTP: ages, limits and retention are counted by them.',
    );
  return fine('The clock of this machine agrees with that of PostgreSQL.');
}

/** A check of servers that the settings name. */
const ofServers = (
  name: string,
  run: (config: Config & { readonly databaseUrl: string }) => Promise<Finding>,
): Check => ({
  name,
  async run({ config }: Installation) {
    if ('problems' in config || config.databaseUrl === undefined)
      return notice('It is not known where it is.', 'Mend the settings.');
    return run({ ...config, databaseUrl: config.databaseUrl });
  },
});

const causeOf = (error: unknown): string => {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  if (!(error instanceof Error)) return String(error);
  return cause instanceof Error ? cause.message || cause.name : String(cause);
};

const database = ofServers('PostgreSQL', async ({ databaseUrl }) => {
  const { examineDatabase } = await clusterExamination();
  try {
    return verdictOnDatabase(await examineDatabase(databaseUrl));
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl);
    return problem(
      `${host}${pathname} cannot be used (${causeOf(error)}).`,
      'Start PostgreSQL, or mend DATABASE_URL.',
    );
  }
});

const valkey = ofServers('Valkey', async ({ databaseUrl, valkeyUrl }) => {
  const { examineDatabase, examineValkey } = await clusterExamination();
  if (valkeyUrl === undefined) {
    const { sharesValkey } = await examineDatabase(databaseUrl);
    return sharesValkey
      ? problem(
          'The nodes of this store share Valkey, and VALKEY_URL is not set here.',
          'Set it as theirs is.',
        )
      : fine('The nodes share none: each asks PostgreSQL, and counts limits by itself.');
  }
  try {
    return verdictOnValkey(await examineValkey(valkeyUrl));
  } catch (error) {
    return problem(`It cannot be used (${causeOf(error)}).`, 'Start Valkey, or mend VALKEY_URL.');
  }
});

const clocks = ofServers('clock', async ({ databaseUrl }) => {
  const { examineDatabase } = await clusterExamination();
  return verdictOnClocks((await examineDatabase(databaseUrl)).ahead);
});

/** The servers that nodes share. */
export const sharedServers: readonly Check[] = [database, valkey, clocks];

/** A check of the data folder, which a machine has where a node runs. */
export const ofNode = (check: Check): Check => ({
  name: check.name,
  run: (installation) =>
    existsSync(installation.folder)
      ? check.run(installation)
      : fine(`There is no data folder ${installation.folder}: no node runs here.`),
});
