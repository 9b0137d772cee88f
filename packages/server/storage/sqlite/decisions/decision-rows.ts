import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { ByteWriter } from '../../decisions/byte-writer.ts';
import { unpackDecision } from '../../decisions/packed-decision.ts';
import type { OrganizationId, PackedDecision, RankingDecision, SessionId, StoredFact } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import { ITEM_ID, ItemIds } from './item-ids.ts';
import type { ItemNumbers } from './item-numbers.ts';

/** A row of the table. `packed` is null in rows of earlier releases, and of lists that cannot be packed. */
export interface DecisionRow {
  readonly decision_id: string;
  readonly session_id: SessionId;
  readonly endpoint: string;
  readonly at: number;
  readonly replay: string;
  readonly ranked: string;
  readonly packed: Uint8Array | null;
  /** The numbers of the ranked products, one after another; null where `packed` names them. */
  readonly items: Uint8Array | null;
}

/** Reads rows of decisions, packed ones and those of earlier releases. */
export class DecisionRows {
  readonly #ids: ItemIds;

  constructor(reader: Reader) {
    this.#ids = new ItemIds(
      (organizationId, number) => reader.get<{ item_id: string }>(ITEM_ID, organizationId, number)?.item_id,
    );
  }

  read(organizationId: OrganizationId, row: DecisionRow): RankingDecision {
    const { decision_id: id, session_id: sessionId, endpoint, at } = row;
    return { id, sessionId, endpoint, at, ...this.#texts(organizationId, row) };
  }

  /** The fields of a row for an export, with texts in place of bytes. */
  fields(
    organizationId: OrganizationId,
    row: Readonly<Record<string, SQLOutputValue>>,
  ): StoredFact['fields'] {
    const decision = row as unknown as DecisionRow;
    const { decision_id, endpoint, at } = decision;
    return { at, decision_id, endpoint, ...this.#texts(organizationId, decision) };
  }

  #texts(organizationId: OrganizationId, { at, replay, ranked, packed, items }: DecisionRow) {
    if (packed === null) return { replay, ranked };
    return unpackDecision(packed, at, items === null ? undefined : this.#ids.of(organizationId, items));
  }
}

const NOTHING = '';
const out = new ByteWriter();

/** Prepares the statement that writes decisions. */
export function decisionInserter(
  database: DatabaseSync,
  numbers: ItemNumbers,
): (organizationId: OrganizationId, decision: RankingDecision | PackedDecision) => void {
  const insert = database.prepare(
    `INSERT INTO decisions (organization_id, at, decision_id, session_id, endpoint, replay, ranked, packed, items)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  return (organizationId, decision) => {
    const { at, id, sessionId, endpoint } = decision;
    if (!('packed' in decision)) {
      const { replay, ranked } = decision;
      insert.run(organizationId, at, id, sessionId, endpoint, replay, ranked, null, null);
      return;
    }
    const { packed, items } = decision;
    if (items !== null) {
      out.begin();
      for (const item of items) out.number(numbers.of(organizationId, item));
    }
    const written = items === null ? null : out.taken();
    insert.run(organizationId, at, id, sessionId, endpoint, NOTHING, NOTHING, packed, written);
  };
}
