import type { DatabaseSync } from 'node:sqlite';
import type { LinkPurpose, OneTimeLink, Renewal, SignIn, SignIns } from '../../../ports.ts';
import type { Reader } from '../../connection/reader.ts';
import type { Handlers, Writer } from '../../writer/writer.ts';

interface Row {
  readonly sign_in_id: string;
  readonly person_id: string;
  readonly secret_hash: string;
  /** The secret before the last renewal. */
  readonly previous_hash: string | null;
  readonly created_at: number;
  readonly renewed_at: number;
  readonly expires_at: number;
  readonly device: string | null;
}

interface LinkRow {
  readonly token_hash: string;
  readonly purpose: LinkPurpose;
  readonly person_id: string | null;
  readonly expires_at: number;
}

const toSignIn = (row: Row): SignIn => ({
  id: row.sign_in_id,
  personId: row.person_id,
  secretHash: row.secret_hash,
  createdAt: row.created_at,
  renewedAt: row.renewed_at,
  expiresAt: row.expires_at,
  ...(row.device !== null && { device: row.device }),
});

const toLink = ({ token_hash, purpose, person_id, expires_at }: LinkRow): OneTimeLink => ({
  tokenHash: token_hash,
  purpose,
  ...(person_id !== null && { personId: person_id }),
  expiresAt: expires_at,
});

export interface SignInWrites {
  createSignIn: { input: SignIn; output: null };
  renewSignIn: {
    input: {
      readonly id: string;
      readonly secretHash: string;
      readonly next: Pick<SignIn, 'secretHash' | 'renewedAt' | 'expiresAt'>;
      readonly grace: number;
    };
    output: Renewal;
  };
  endSignIn: { input: { readonly id: string }; output: null };
  endSignIns: { input: { readonly personId: string; readonly except: string | null }; output: null };
  offerLink: { input: OneTimeLink; output: null };
  takeLink: { input: { readonly tokenHash: string; readonly now: number }; output: OneTimeLink | null };
  storeSecret: { input: { readonly name: string; readonly value: Uint8Array }; output: Uint8Array };
}

export class SqliteSignIns implements SignIns {
  readonly #reader: Reader;
  readonly #writer: Writer<SignInWrites>;

  constructor(reader: Reader, writer: Writer<SignInWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async create(signIn: SignIn): Promise<void> {
    await this.#writer.write('createSignIn', signIn);
  }

  async find(id: string): Promise<SignIn | undefined> {
    const row = this.#reader.get<Row>('SELECT * FROM sign_ins WHERE sign_in_id = ?', id);
    return row && toSignIn(row);
  }

  async list(personId: string): Promise<readonly SignIn[]> {
    return this.#reader
      .all<Row>('SELECT * FROM sign_ins WHERE person_id = ? ORDER BY created_at DESC, sign_in_id', personId)
      .map(toSignIn);
  }

  renew(
    id: string,
    secretHash: string,
    next: Pick<SignIn, 'secretHash' | 'renewedAt' | 'expiresAt'>,
    grace: number,
  ): Promise<Renewal> {
    return this.#writer.write('renewSignIn', { id, secretHash, next, grace });
  }

  async end(id: string): Promise<void> {
    await this.#writer.write('endSignIn', { id });
  }

  async endAll(personId: string, except?: string): Promise<void> {
    await this.#writer.write('endSignIns', { personId, except: except ?? null });
  }

  async offer(link: OneTimeLink): Promise<void> {
    await this.#writer.write('offerLink', link);
  }

  async findLink(tokenHash: string): Promise<OneTimeLink | undefined> {
    const row = this.#reader.get<LinkRow>('SELECT * FROM one_time_links WHERE token_hash = ?', tokenHash);
    return row && toLink(row);
  }

  async take(tokenHash: string, now: number): Promise<OneTimeLink | undefined> {
    return (await this.#writer.write('takeLink', { tokenHash, now })) ?? undefined;
  }

  async secret(name: string, made: Uint8Array): Promise<Uint8Array> {
    const row = this.#reader.get<{ value: Uint8Array }>(
      'SELECT value FROM service_secrets WHERE name = ?',
      name,
    );
    return row?.value ?? (await this.#writer.write('storeSecret', { name, value: made }));
  }
}

export function signInWrites(database: DatabaseSync): Handlers<SignInWrites> {
  const insert = database.prepare(
    `INSERT INTO sign_ins (sign_in_id, person_id, secret_hash, created_at, renewed_at, expires_at, device)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare('SELECT * FROM sign_ins WHERE sign_in_id = ?');
  const renew = database.prepare(
    `UPDATE sign_ins SET previous_hash = secret_hash, secret_hash = ?, renewed_at = ?, expires_at = ?
     WHERE sign_in_id = ?`,
  );
  const end = database.prepare('DELETE FROM sign_ins WHERE sign_in_id = ?');
  const endAll = database.prepare(
    'DELETE FROM sign_ins WHERE person_id = ? AND (? IS NULL OR sign_in_id <> ?)',
  );
  const expire = database.prepare('DELETE FROM sign_ins WHERE expires_at <= ?');
  const clearFirst = database.prepare("DELETE FROM one_time_links WHERE purpose = 'first_owner'");
  const insertLink = database.prepare(
    'INSERT INTO one_time_links (token_hash, purpose, person_id, expires_at) VALUES (?, ?, ?, ?)',
  );
  const findLink = database.prepare('SELECT * FROM one_time_links WHERE token_hash = ?');
  const removeLink = database.prepare('DELETE FROM one_time_links WHERE token_hash = ?');
  const removeLinksOf = database.prepare('DELETE FROM one_time_links WHERE person_id = ?');
  const insertSecret = database.prepare(
    'INSERT INTO service_secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const secret = database.prepare('SELECT value FROM service_secrets WHERE name = ?');
  return {
    createSignIn({ id, personId, secretHash, createdAt, renewedAt, expiresAt, device }) {
      expire.run(createdAt);
      insert.run(id, personId, secretHash, createdAt, renewedAt, expiresAt, device ?? null);
      return null;
    },
    renewSignIn({ id, secretHash, next, grace }) {
      const row = find.get(id) as Row | undefined;
      if (row === undefined || row.expires_at <= next.renewedAt) return 'ended';
      if (row.secret_hash !== secretHash) {
        // A second tab renewed at the same time: it has the new secret, in the cookies that tabs share.
        if (row.previous_hash === secretHash && next.renewedAt < row.renewed_at + grace) return 'renewed';
        end.run(id);
        return 'reused';
      }
      renew.run(next.secretHash, next.renewedAt, next.expiresAt, id);
      return 'renewed';
    },
    endSignIn({ id }) {
      end.run(id);
      return null;
    },
    endSignIns({ personId, except }) {
      endAll.run(personId, except, except);
      return null;
    },
    offerLink({ tokenHash, purpose, personId, expiresAt }) {
      if (purpose === 'first_owner') clearFirst.run();
      insertLink.run(tokenHash, purpose, personId ?? null, expiresAt);
      return null;
    },
    takeLink({ tokenHash, now }) {
      const row = findLink.get(tokenHash) as LinkRow | undefined;
      if (row === undefined) return null;
      removeLink.run(tokenHash);
      if (row.expires_at <= now) return null;
      if (row.person_id !== null) removeLinksOf.run(row.person_id);
      return toLink(row);
    },
    storeSecret({ name, value }) {
      insertSecret.run(name, value);
      return (secret.get(name) as { value: Uint8Array }).value;
    },
  };
}
