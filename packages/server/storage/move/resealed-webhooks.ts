import type { Query } from '../cluster/connection/database.ts';
import type { OrganizationId } from '../ports.ts';
import { newSealingSecret, SEALING_SECRET, SealedSecrets } from '../sealed-secrets.ts';
import type { Column, MovedRow } from './row-digest.ts';
import type { SourceStore } from './source-store.ts';

/** Gives a row of `webhooks` the secret as the cluster seals it. */
export type Reseal = (row: MovedRow, columns: readonly Column[], organizationId: OrganizationId) => MovedRow;

/**
 * The secrets of an embedded store as the cluster has them, which has a secret of its own.
 *
 * @param isToBeMade whether the cluster gets one where it has none
 */
export async function resealing(query: Query, source: SourceStore, isToBeMade: boolean): Promise<Reseal> {
  if (isToBeMade)
    await query('INSERT INTO service_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      SEALING_SECRET,
      Buffer.from(newSealingSecret()),
    ]);
  const [there] = await query<{ value: Uint8Array }>('SELECT value FROM service_secrets WHERE name = $1', [
    SEALING_SECRET,
  ]);
  const [here] = source.all<{ value: Uint8Array }>(
    `SELECT value FROM service_secrets WHERE name = '${SEALING_SECRET}'`,
  );
  return (row, columns, organizationId) => {
    if (there === undefined || here === undefined) return row;
    const place = (name: string) => columns.findIndex((column) => column.name === name);
    const owner = { organizationId, id: String(row[place('webhook_id')]) };
    const sealed = place('sealed_secret');
    const secret = new SealedSecrets(here.value).unseal(row[sealed] as Uint8Array, owner);
    // What this store cannot open, no other can.
    if (secret === undefined) return row;
    return row.with(sealed, new SealedSecrets(there.value).seal(secret, owner));
  };
}
