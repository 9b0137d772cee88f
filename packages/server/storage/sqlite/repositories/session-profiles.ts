import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, ProfileSnapshot, SessionId, SessionProfiles } from '../../ports.ts';
import type { Journal } from '../signal-log/journal.ts';
import type { Handlers, Writer } from '../writer/writer.ts';
import type { SqliteSessions } from './sessions.ts';

export interface ProfileWrites {
  /** Answers whether the profile was stored. */
  putProfile: {
    input: {
      readonly organizationId: OrganizationId;
      readonly sessionId: SessionId;
      readonly snapshot: ProfileSnapshot;
    };
    output: boolean;
  };
}

/** Profiles are stored with commits of signals, in the journal, or by themselves. */
export class SqliteSessionProfiles implements SessionProfiles {
  readonly #sessions: SqliteSessions;
  readonly #writer: Writer<ProfileWrites>;

  constructor(sessions: SqliteSessions, writer: Writer<ProfileWrites>) {
    this.#sessions = sessions;
    this.#writer = writer;
  }

  get(organizationId: OrganizationId, sessionId: SessionId): Promise<ProfileSnapshot | undefined> {
    return this.#sessions.snapshot(organizationId, sessionId);
  }

  put(organizationId: OrganizationId, sessionId: SessionId, snapshot: ProfileSnapshot): Promise<boolean> {
    return this.#writer.write('putProfile', { organizationId, sessionId, snapshot });
  }
}

export function profileWrites(database: DatabaseSync, journal: Journal): Handlers<ProfileWrites> {
  const upsert = database.prepare(
    `INSERT INTO snapshots (organization_id, session_id, sequence, profile) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sequence = excluded.sequence, profile = excluded.profile
     WHERE excluded.sequence > sequence`,
  );
  return {
    putProfile({ organizationId, sessionId, snapshot: { sequence, profile } }) {
      journal.catchUp();
      // Beyond the log there is nothing to fold; and retention finds only the profiles of sessions that have a log.
      if (sequence < 1 || sequence > journal.sequenceOf(organizationId, sessionId)) return false;
      if (sequence <= journal.snapshotSequenceOf(organizationId, sessionId)) return false;
      return upsert.run(organizationId, sessionId, sequence, profile).changes === 1;
    },
  };
}
