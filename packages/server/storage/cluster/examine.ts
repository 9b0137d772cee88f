import { setTimeout as wait } from 'node:timers/promises';
import { channelIsUsed } from './channel-use.ts';
import { Database } from './connection/database.ts';
import { canRunOn, type StoredSchema } from './connection/migrate.ts';
import { SCHEMA_VERSION } from './connection/schema.ts';
import { STORE_TIME } from './repositories/leases.ts';
import { readAddress } from './valkey/connection/valkey-address.ts';
import { connect } from './valkey/connection/valkey-client.ts';

/*
 * What "decidable doctor" asks of the servers of a cluster. Nothing is changed.
 */

/** How long Valkey may take to connect, in ms; set by hand. */
const PATIENCE = 2_000;

export interface ExaminedDatabase {
  /** Such as 15.4. */
  readonly version: string;
  /** Of the store; undefined where no node has started on it. */
  readonly schema: number | undefined;
  /** Of this release. */
  readonly knownSchema: number;
  /** Whether this release runs on the store, which a later one may have migrated. */
  readonly isUsable: boolean;
  /** Settings that are off, without which what is acknowledged may be lost. */
  readonly unsafe: readonly string[];
  /** How far its clock is ahead of the one of this machine, in ms. */
  readonly ahead: number;
  /** Whether processes of the store share Valkey, or did lately. */
  readonly sharesValkey: boolean;
}

/** @throws StoreUnavailable */
export async function examineDatabase(databaseUrl: string): Promise<ExaminedDatabase> {
  const database = new Database({ databaseUrl, node: 'doctor', connections: 1 });
  try {
    const settings = ['fsync', 'full_page_writes', 'synchronous_commit'];
    const [server] = await database.query<{ version: string; unsafe: string[]; store: string | null }>(
      `SELECT current_setting('server_version') AS version, to_regclass('schema_version')::text AS store,
         ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE current_setting(name) = 'off') AS unsafe`,
      [settings],
    );
    const sent = Date.now();
    const [{ now }] = await database.query<{ now: number }>(`SELECT ${STORE_TIME} AS now`);
    const ahead = now - (sent + Date.now()) / 2;
    const found = { version: server.version.split(' ')[0], unsafe: server.unsafe, ahead };
    const known = { ...found, knownSchema: SCHEMA_VERSION };
    if (server.store === null) return { ...known, schema: undefined, isUsable: true, sharesValkey: false };
    const stored = await database.one<StoredSchema>('SELECT * FROM schema_version');
    const schema = stored?.version;
    const isUsable = stored === undefined || canRunOn(stored, SCHEMA_VERSION);
    // An earlier release had no such table, a later one may have changed it.
    const sharesValkey =
      schema !== undefined && schema >= SCHEMA_VERSION && isUsable && (await channelIsUsed(database));
    return { ...known, schema, isUsable, sharesValkey };
  } finally {
    await database.close();
  }
}

export interface ExaminedValkey {
  readonly name: 'Valkey' | 'Redis';
  /** Such as 7.0.15. */
  readonly version: string;
  /** Of one command and its answer, in ms. */
  readonly roundTrip: number;
}

/** @throws UnusableAddress; Error that says why it cannot be used */
export async function examineValkey(valkeyUrl: string): Promise<ExaminedValkey> {
  const client = connect(readAddress(valkeyUrl));
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure = error;
  });
  try {
    const isReady = await Promise.race([
      new Promise<true>((resolve) => client.once('ready', () => resolve(true))),
      wait(PATIENCE, false, { ref: false }),
    ]);
    if (!isReady) throw failure ?? new Error(`It does not answer within ${PATIENCE / 1000} seconds.`);
    const began = performance.now();
    await client.ping();
    const roundTrip = performance.now() - began;
    const info = await client.info('server');
    const valkey = /^valkey_version:(\S+)/m.exec(info)?.[1];
    const redis = /^redis_version:(\S+)/m.exec(info)?.[1];
    return { name: valkey === undefined ? 'Redis' : 'Valkey', version: valkey ?? redis ?? '0', roundTrip };
  } finally {
    client.disconnect();
  }
}
