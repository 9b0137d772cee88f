import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { ByteReader, ByteWriter } from '../../decisions/byte-writer.ts';
import { unpackDecision } from '../../decisions/packed-decision.ts';
import type { OrganizationId, PackedDecision, RankingDecision, SessionId, StoredFact } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
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

/** Ids that a process holds by their numbers, of all organizations. A map that is full is cleared. Set by hand. */
const MOST_HELD = 100_000;

/** Reads rows of decisions, packed ones and those of earlier releases. */
export class DecisionRows {
  readonly #reader: Reader;
  readonly #idOf = new Map<OrganizationId, Map<number, string>>();
  #held = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
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
    return unpackDecision(packed, at, items === null ? undefined : this.#ids(organizationId, items));
  }

  #ids(organizationId: OrganizationId, items: Uint8Array): string[] {
    if (this.#held >= MOST_HELD) {
      this.#idOf.clear();
      this.#held = 0;
    }
    let idOf = this.#idOf.get(organizationId);
    if (idOf === undefined) {
      idOf = new Map();
      this.#idOf.set(organizationId, idOf);
    }
    const ids: string[] = [];
    for (const numbers = new ByteReader(items); !numbers.isAtEnd; ) {
      const number = numbers.number();
      let id = idOf.get(number);
      if (id === undefined) {
        id = this.#reader.get<{ item_id: string }>(
          'SELECT item_id FROM ranked_items WHERE organization_id = ? AND number = ?',
          organizationId,
          number,
        )?.item_id;
        if (id === undefined) throw new RangeError(`A decision names product ${number}, which has no id.`);
        idOf.set(number, id);
        this.#held++;
      }
      ids.push(id);
    }
    return ids;
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
