import type { LinkPurpose, OneTimeLink, Renewal, SignIn } from '../../ports.ts';
import { nodeName, type Reading, rowOf, rowsOf, type Statement, type Value, type Writing } from '../work.ts';

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

function* secretNamed(name: string): Generator<Statement, Uint8Array | undefined, unknown> {
  const row = yield* rowOf<{ value: Uint8Array }>('SELECT value FROM service_secrets WHERE name = $1', [
    name,
  ]);
  return row?.value;
}

export const reads = {
  findSecret: (name: string): Reading<Uint8Array | undefined> => secretNamed(name),

  *find(id: string): Reading<SignIn | undefined> {
    const row = yield* rowOf<Row>('SELECT * FROM sign_ins WHERE sign_in_id = $1', [id]);
    return row && toSignIn(row);
  },

  *list(personId: string): Reading<readonly SignIn[]> {
    const rows = yield* rowsOf<Row>(
      'SELECT * FROM sign_ins WHERE person_id = $1 ORDER BY created_at DESC, sign_in_id',
      [personId],
    );
    return rows.map(toSignIn);
  },

  *findLink(tokenHash: string): Reading<OneTimeLink | undefined> {
    const row = yield* rowOf<LinkRow>('SELECT * FROM one_time_links WHERE token_hash = $1', [tokenHash]);
    return row && toLink(row);
  },
};

export const writes = {
  *create(signIn: SignIn): Writing<void> {
    const { id, personId, secretHash, createdAt, renewedAt, expiresAt, device = null } = signIn;
    yield* rowsOf('DELETE FROM sign_ins WHERE expires_at <= $1', [createdAt]);
    yield* rowsOf(
      `INSERT INTO sign_ins (sign_in_id, person_id, secret_hash, created_at, renewed_at, expires_at, device)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, personId, secretHash, createdAt, renewedAt, expiresAt, device],
    );
  },

  *renew(
    id: string,
    secretHash: string,
    next: Pick<SignIn, 'secretHash' | 'renewedAt' | 'expiresAt'>,
    grace: number,
  ): Writing<Renewal> {
    const row = yield* rowOf<Row>('SELECT * FROM sign_ins WHERE sign_in_id = $1 FOR UPDATE', [id]);
    if (row === undefined || row.expires_at <= next.renewedAt) return 'ended';
    if (row.secret_hash !== secretHash) {
      // A second tab renewed at the same time: it has the new secret, in the cookies that tabs share.
      if (row.previous_hash === secretHash && next.renewedAt < row.renewed_at + grace) return 'renewed';
      yield* rowsOf('DELETE FROM sign_ins WHERE sign_in_id = $1', [id]);
      return 'reused';
    }
    yield* rowsOf(
      `UPDATE sign_ins SET previous_hash = secret_hash, secret_hash = $2, renewed_at = $3, expires_at = $4
       WHERE sign_in_id = $1`,
      [id, next.secretHash, next.renewedAt, next.expiresAt],
    );
    return 'renewed';
  },

  *end(id: string): Writing<void> {
    yield* rowsOf('DELETE FROM sign_ins WHERE sign_in_id = $1', [id]);
  },

  *endAll(personId: string, except?: string): Writing<void> {
    yield* rowsOf('DELETE FROM sign_ins WHERE person_id = $1 AND sign_in_id IS DISTINCT FROM $2', [
      personId,
      except ?? null,
    ]);
  },

  *offer({ tokenHash, purpose, personId, expiresAt }: OneTimeLink): Writing<void> {
    const columns = 'token_hash, purpose, person_id, expires_at';
    const values = '$1, $2, $3, $4';
    const link: readonly Value[] = [tokenHash, purpose, personId ?? null, expiresAt];
    const node = yield* nodeName();
    // An embedded store has no column for it.
    if (node === undefined) {
      if (purpose === 'first_owner')
        yield* rowsOf(`DELETE FROM one_time_links WHERE purpose = 'first_owner'`);
      yield* rowsOf(`INSERT INTO one_time_links (${columns}) VALUES (${values})`, link);
      return;
    }
    // Another node has shown its own to whoever started it.
    if (purpose === 'first_owner')
      yield* rowsOf(`DELETE FROM one_time_links WHERE purpose = 'first_owner' AND node = $1`, [node]);
    yield* rowsOf(`INSERT INTO one_time_links (${columns}, node) VALUES (${values}, $5)`, [...link, node]);
  },

  *take(tokenHash: string, now: number): Writing<OneTimeLink | undefined> {
    const row = yield* rowOf<LinkRow>('DELETE FROM one_time_links WHERE token_hash = $1 RETURNING *', [
      tokenHash,
    ]);
    if (row === undefined || row.expires_at <= now) return undefined;
    if (row.person_id !== null)
      yield* rowsOf('DELETE FROM one_time_links WHERE person_id = $1', [row.person_id]);
    return toLink(row);
  },

  *secret(name: string, made: Uint8Array): Writing<Uint8Array> {
    yield* rowsOf('INSERT INTO service_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      name,
      made,
    ]);
    const value = yield* secretNamed(name);
    if (value === undefined) throw new Error(`The secret ${name} was removed as it was made.`);
    return value;
  },
};
