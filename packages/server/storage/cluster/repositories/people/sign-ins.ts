import type { LinkPurpose, OneTimeLink, Renewal, SignIn, SignIns } from '../../../ports.ts';
import type { Database } from '../../connection/database.ts';

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

export class ClusterSignIns implements SignIns {
  readonly #database: Database;
  readonly #node: string;

  /** @param node whose links for the first owner replace each other */
  constructor(database: Database, node: string) {
    this.#database = database;
    this.#node = node;
  }

  async create(signIn: SignIn): Promise<void> {
    const { id, personId, secretHash, createdAt, renewedAt, expiresAt, device } = signIn;
    await this.#database.query('DELETE FROM sign_ins WHERE expires_at <= $1', [createdAt]);
    await this.#database.query(
      `INSERT INTO sign_ins (sign_in_id, person_id, secret_hash, created_at, renewed_at, expires_at, device)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, personId, secretHash, createdAt, renewedAt, expiresAt, device ?? null],
    );
  }

  async find(id: string): Promise<SignIn | undefined> {
    const row = await this.#database.one<Row>('SELECT * FROM sign_ins WHERE sign_in_id = $1', [id]);
    return row && toSignIn(row);
  }

  async list(personId: string): Promise<readonly SignIn[]> {
    const rows = await this.#database.query<Row>(
      'SELECT * FROM sign_ins WHERE person_id = $1 ORDER BY created_at DESC, sign_in_id',
      [personId],
    );
    return rows.map(toSignIn);
  }

  renew(
    id: string,
    secretHash: string,
    next: Pick<SignIn, 'secretHash' | 'renewedAt' | 'expiresAt'>,
    grace: number,
  ): Promise<Renewal> {
    return this.#database.transaction(async (query) => {
      const [row] = await query<Row>('SELECT * FROM sign_ins WHERE sign_in_id = $1 FOR UPDATE', [id]);
      if (row === undefined || row.expires_at <= next.renewedAt) return 'ended';
      if (row.secret_hash !== secretHash) {
        // A second tab renewed at the same time: it has the new secret, in the cookies that tabs share.
        if (row.previous_hash === secretHash && next.renewedAt < row.renewed_at + grace) return 'renewed';
        await query('DELETE FROM sign_ins WHERE sign_in_id = $1', [id]);
        return 'reused';
      }
      await query(
        `UPDATE sign_ins SET previous_hash = secret_hash, secret_hash = $2, renewed_at = $3, expires_at = $4
         WHERE sign_in_id = $1`,
        [id, next.secretHash, next.renewedAt, next.expiresAt],
      );
      return 'renewed';
    });
  }

  async end(id: string): Promise<void> {
    await this.#database.query('DELETE FROM sign_ins WHERE sign_in_id = $1', [id]);
  }

  async endAll(personId: string, except?: string): Promise<void> {
    await this.#database.query(
      'DELETE FROM sign_ins WHERE person_id = $1 AND ($2::text IS NULL OR sign_in_id <> $2)',
      [personId, except ?? null],
    );
  }

  async offer({ tokenHash, purpose, personId, expiresAt }: OneTimeLink): Promise<void> {
    await this.#database.transaction(async (query) => {
      // Another node has shown its own to whoever started it.
      if (purpose === 'first_owner')
        await query("DELETE FROM one_time_links WHERE purpose = 'first_owner' AND node = $1", [this.#node]);
      await query(
        'INSERT INTO one_time_links (token_hash, purpose, person_id, expires_at, node) VALUES ($1, $2, $3, $4, $5)',
        [tokenHash, purpose, personId ?? null, expiresAt, this.#node],
      );
    });
  }

  async findLink(tokenHash: string): Promise<OneTimeLink | undefined> {
    const row = await this.#database.one<LinkRow>('SELECT * FROM one_time_links WHERE token_hash = $1', [
      tokenHash,
    ]);
    return row && toLink(row);
  }

  async take(tokenHash: string, now: number): Promise<OneTimeLink | undefined> {
    const row = await this.#database.one<LinkRow>(
      `WITH taken AS (DELETE FROM one_time_links WHERE token_hash = $1 RETURNING *),
         others AS (
           DELETE FROM one_time_links other USING taken
           WHERE other.person_id = taken.person_id AND other.token_hash <> $1 AND taken.expires_at > $2
         )
       SELECT * FROM taken`,
      [tokenHash, now],
    );
    return row === undefined || row.expires_at <= now ? undefined : toLink(row);
  }

  async secret(name: string, made: Uint8Array): Promise<Uint8Array> {
    await this.#database.query(
      'INSERT INTO service_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [name, Buffer.from(made)],
    );
    const row = await this.#database.one<{ value: Uint8Array }>(
      'SELECT value FROM service_secrets WHERE name = $1',
      [name],
    );
    if (row === undefined) throw new Error(`The secret ${name} was removed as it was made.`);
    return row.value;
  }
}
