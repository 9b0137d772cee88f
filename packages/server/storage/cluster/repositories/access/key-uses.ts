import { outsideRequests } from '../../../../timing/outside-requests.ts';
import type { KeyId, OrganizationId } from '../../../ports.ts';
import type { Database } from '../../connection/database.ts';

/** How often the last use of a key is written, in ms; set by hand. */
const TOUCH_INTERVAL = 60_000;
/** Uses of keys are gathered for so long before they are written, in ms; set by hand. */
const GATHER = 1_000;

interface Use {
  readonly organizationId: OrganizationId;
  readonly id: KeyId;
  readonly at: number;
}

/** When keys were last used: written together, for all keys of a second. */
export class KeyUses {
  readonly #database: Database;
  /** When each key's use was noted last. */
  readonly #noted = new Map<KeyId, number>();
  #waiting: Use[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Writes one after another; never rejects. */
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes the use of a key, once a minute. */
  note(organizationId: OrganizationId, id: KeyId, at: number): void {
    const last = this.#noted.get(id);
    if (last !== undefined && at - last < TOUCH_INTERVAL) return;
    this.#noted.set(id, at);
    this.#waiting.push({ organizationId, id, at });
    this.#timer ??= outsideRequests(() => setTimeout(() => void this.settled(), GATHER).unref());
  }

  /** Resolves when what was noted before is written, or was tried to be. */
  settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#waiting;
    this.#waiting = [];
    if (uses.length > 0) this.#writing = this.#writing.then(() => this.#write(uses));
    return this.#writing;
  }

  /** A key that was removed is used no more. */
  forget(id: KeyId): void {
    this.#noted.delete(id);
  }

  async #write(uses: readonly Use[]): Promise<void> {
    try {
      // Nodes that write at the same time lock the rows in one order.
      await this.#database.query(
        `WITH used AS (
           SELECT keys.organization_id, keys.key_id, uses.at
           FROM unnest($1::text[], $2::text[], $3::bigint[]) AS uses (organization_id, key_id, at)
           JOIN keys USING (organization_id, key_id)
           ORDER BY keys.organization_id, keys.key_id
           FOR UPDATE OF keys
         )
         UPDATE keys SET last_used_at = GREATEST(keys.last_used_at, used.at)
         FROM used WHERE keys.organization_id = used.organization_id AND keys.key_id = used.key_id`,
        [
          uses.map(({ organizationId }) => organizationId),
          uses.map(({ id }) => id),
          uses.map(({ at }) => at),
        ],
      );
    } catch {
      // A last use is told to people only: where the write fails, the next request with the key notes it again.
      for (const { id } of uses) this.#noted.delete(id);
    }
  }
}
