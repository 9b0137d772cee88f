import type { DatabaseSync } from 'node:sqlite';
import type { Lease, LeaseName, LeaseScope, Leases } from '../../ports.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

interface Held {
  readonly scope: LeaseScope;
  readonly name: LeaseName;
  readonly token: number;
}

export interface LeaseWrites {
  /** Answers the token, or null where the lease is held. */
  acquireLease: {
    input: Omit<Held, 'token'> & { readonly owner: string; readonly now: number; readonly expiresAt: number };
    output: number | null;
  };
  /** Answers whether the lease was still held with this token. */
  renewLease: { input: Held & { readonly expiresAt: number }; output: boolean };
  releaseLease: { input: Held; output: null };
}

/** Leases are rows of the store, so that a command beside a service sees them. All its processes share one clock. */
export class SqliteLeases implements Leases {
  readonly #writer: Writer<LeaseWrites>;

  constructor(writer: Writer<LeaseWrites>) {
    this.#writer = writer;
  }

  async acquire(
    scope: LeaseScope,
    name: LeaseName,
    owner: string,
    duration: number,
  ): Promise<Lease | undefined> {
    const now = Date.now();
    const expiresAt = now + duration;
    const token = await this.#writer.write('acquireLease', { scope, name, owner, now, expiresAt });
    return token === null ? undefined : { scope, name, owner, token, expiresAt };
  }

  async renew(lease: Lease, duration: number): Promise<Lease | undefined> {
    const { scope, name, token } = lease;
    const expiresAt = Date.now() + duration;
    const isHeld = await this.#writer.write('renewLease', { scope, name, token, expiresAt });
    return isHeld ? { ...lease, expiresAt } : undefined;
  }

  async release({ scope, name, token }: Lease): Promise<void> {
    await this.#writer.write('releaseLease', { scope, name, token });
  }
}

/** `expires_at` of a lease that was released. */
const RELEASED = -1;

export function leaseWrites(database: DatabaseSync): Handlers<LeaseWrites> {
  const acquire = database.prepare(
    `INSERT INTO leases (organization_id, name, owner, token, expires_at) VALUES (:scope, :name, :owner, 1, :expiresAt)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, token = token + 1, expires_at = excluded.expires_at
       WHERE expires_at <= :now
     RETURNING token`,
  );
  const renew = database.prepare(
    `UPDATE leases SET expires_at = :expiresAt
     WHERE organization_id = :scope AND name = :name AND token = :token AND expires_at <> ${RELEASED}`,
  );
  const release = database.prepare(
    `UPDATE leases SET expires_at = ${RELEASED} WHERE organization_id = :scope AND name = :name AND token = :token`,
  );
  return {
    acquireLease({ scope, name, owner, now, expiresAt }) {
      const row = acquire.get({ scope, name, owner, now, expiresAt }) as { token: number } | undefined;
      return row?.token ?? null;
    },
    renewLease: ({ scope, name, token, expiresAt }) =>
      renew.run({ scope, name, token, expiresAt }).changes === 1,
    releaseLease({ scope, name, token }) {
      release.run({ scope, name, token });
      return null;
    },
  };
}
