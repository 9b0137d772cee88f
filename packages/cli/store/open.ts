import { statfsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ConfigError, readConfig } from '@decidable/server/config';
import { NotFound } from '@decidable/server/errors';
import { organizationOf } from '@decidable/server/organizations';
import { type AuditDetail, appendToAuditLog, COMMAND_LINE } from '@decidable/server/people';
import {
  ChangeUnannounced,
  type Organization,
  type OrganizationId,
  openClusterStorage,
  openSqliteStorage,
  type Storage,
  StoreUnavailable,
} from '@decidable/server/storage';
import { Option } from 'commander';
import { BadInput, systemCode } from '../fault.ts';

export { dataOption } from './data-option.ts';

const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;

export interface DataFlag {
  readonly data: string;
}

export interface OrganizationFlag extends DataFlag {
  readonly org: string;
}

/**
 * Opens the data folder for one command, with or without a running service, and closes it afterwards.
 *
 * @throws BadInput when the folder is missing (unless it may be `created`), or cannot be used.
 */
export async function withStorage<T>(
  { data: folder }: DataFlag,
  work: (storage: Storage) => Promise<T>,
  { created = false }: { readonly created?: boolean } = {},
): Promise<T> {
  const cluster = clusterAddresses();
  if (cluster !== undefined) return withCluster(cluster, work);
  if (!created) await dataFolder({ data: folder });
  try {
    const storage = await openSqliteStorage({ folder, role: 'command' });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  } catch (error) {
    throw unusable(folder, error) ?? error;
  }
}

interface ClusterAddresses {
  readonly databaseUrl: string;
  readonly valkey: { readonly url: string } | undefined;
}

/** The addresses of the servers that `STORAGE=cluster` chooses; undefined for the data folder. */
function clusterAddresses(): ClusterAddresses | undefined {
  if (process.env.STORAGE !== 'cluster') return undefined;
  try {
    const { databaseUrl, valkeyUrl } = readConfig(process.env);
    if (databaseUrl === undefined) return undefined;
    return { databaseUrl, valkey: valkeyUrl === undefined ? undefined : { url: valkeyUrl } };
  } catch (error) {
    if (error instanceof ConfigError) throw new BadInput(error.message, { cause: error });
    throw error;
  }
}

async function withCluster<T>(
  addresses: ClusterAddresses,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  try {
    const storage = await openClusterStorage(addresses);
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (error instanceof ChangeUnannounced)
      throw new BadInput(
        'the change is stored, but Valkey (VALKEY_URL) does not answer, so nodes may not know of it yet. Run the command again when it does.',
        { cause: error },
      );
    throw unreachable(addresses.databaseUrl, error) ?? error;
  }
}

/** The message for a PostgreSQL that cannot be used now, without its password; undefined for any other error. */
export function unreachable(databaseUrl: string, error: unknown): BadInput | undefined {
  if (!(error instanceof StoreUnavailable)) return undefined;
  const { host, pathname } = new URL(databaseUrl);
  const { cause } = error;
  const why = cause instanceof Error ? cause.message || systemCode(cause) : String(cause);
  return new BadInput(`the store ${host}${pathname} (DATABASE_URL) cannot be used now (${why}).`, {
    cause: error,
  });
}

/** @throws BadInput when the data folder is missing, or is not where the facts are */
export async function dataFolder({ data: folder }: DataFlag): Promise<string> {
  if (process.env.STORAGE === 'cluster') {
    throw new BadInput(
      'this command is for the data folder of an embedded store, and STORAGE is cluster. Back a PostgreSQL up with its own tools.',
    );
  }
  return existingFolder(folder);
}

/** @throws BadInput when there is no such data folder */
export async function existingFolder(folder: string): Promise<string> {
  if (await isFolder(folder)) return folder;
  throw new BadInput(
    `there is no data folder ${folder}. Start with "decidable orgs create NAME", or say where it is with --data or DECIDABLE_DATA.`,
  );
}

/** Writes into the audit log of the organization what the command did: `key.created`, and of what. */
export type Note = (action: string, subject: string, detail?: AuditDetail) => Promise<void>;

/**
 * The same for a command that is about one organization. What it changes it notes in the audit log, which members read.
 *
 * @throws BadInput also when the folder holds no organization of this id.
 */
export function withOrganization<T>(
  flags: OrganizationFlag,
  work: (storage: Storage, organizationId: OrganizationId, note: Note) => Promise<T>,
): Promise<T> {
  return withStorage(flags, async (storage) => {
    const { id } = await organizationIn(storage, flags.org);
    try {
      const note: Note = (action, subject, detail) =>
        appendToAuditLog(storage, id, COMMAND_LINE, Date.now(), action, subject, detail);
      return await work(storage, id, note);
    } catch (error) {
      if ((await storage.organizations.find(id)) !== undefined) throw error;
      throw new BadInput(`the organization ${id} was deleted meanwhile; nothing was kept of this.`, {
        cause: error,
      });
    }
  });
}

async function organizationIn(storage: Storage, id: string): Promise<Organization> {
  try {
    return await organizationOf(storage, id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new BadInput(
      `there is no organization ${id} in this data folder; "decidable orgs list" shows which there are.`,
      { cause: error },
    );
  }
}

/** The message for a data folder that cannot be opened or written; undefined for any other error. */
export function unusable(folder: string, error: unknown): BadInput | undefined {
  const isSystems = ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(
    systemCode(error) ?? '',
  );
  if (!(error instanceof StoreUnavailable) && !isSystems) return undefined;
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new BadInput(`the data folder ${folder} cannot be used now (${why}${note(folder, cause)}).`, {
    cause: error,
  });
}

/** What SQLite's message leaves open: it has one code for a disk that is full while a log begins and one that fails. */
function note(folder: string, cause: unknown): string {
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : undefined;
  if (code === SQLITE_CORRUPT) return '; run "decidable doctor", and "decidable restore" with a copy';
  if (code !== SQLITE_IOERR) return '';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return `; the disk is full or fails: ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free`;
  } catch {
    return '; the disk fails';
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

export function organizationOption(): Option {
  return new Option('--org <id>', 'the organization').makeOptionMandatory();
}
