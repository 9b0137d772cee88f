import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, Usage, UsageDay, UsageLine } from '../../ports.ts';
import { usageLines } from '../../usage-lines.ts';
import type { Reader } from '../connection/reader.ts';

interface Row {
  readonly day: string;
  readonly endpoint: string;
  readonly node: string;
  readonly requests: number;
}

export class SqliteUsage implements Usage {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async report(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageLine[]> {
    const counts = new Map<string, number>();
    for await (const { endpoint, requests } of this.#rows(organizationId, from, to)) {
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + requests);
    }
    return usageLines(counts);
  }

  async days(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageDay[]> {
    const days = new Map<string, Map<string, number>>();
    for await (const { day, endpoint, requests } of this.#rows(organizationId, from, to)) {
      const counts = days.get(day) ?? new Map<string, number>();
      days.set(day, counts.set(endpoint, (counts.get(endpoint) ?? 0) + requests));
    }
    return [...days].map(([day, counts]) => ({ day, lines: usageLines(counts) }));
  }

  #rows(organizationId: OrganizationId, from: string, to: string): AsyncIterable<Row> {
    return this.#reader.scan<Row>(
      `SELECT day, endpoint, node, requests FROM usage
       WHERE organization_id = ? AND day <= ? AND (day, endpoint, node) > (?, ?, ?)
       ORDER BY day, endpoint, node`,
      [organizationId, to, from, '', ''],
      (row) => [organizationId, to, row.day, row.endpoint, row.node],
    );
  }
}

interface Count {
  readonly organizationId: string;
  readonly day: string;
  readonly endpoint: string;
  requests: number;
}

/**
 * Counts the metered requests of a group in memory and writes each sum once, at the end of its transaction: a thousand
 * requests of one organization change one row.
 */
export class UsageCounter {
  readonly #add: (organizationId: string, day: string, endpoint: string, requests: number) => void;
  readonly #counts = new Map<string, Count>();
  /** The count added to last: most of a group has one organization and endpoint, and needs no key to be made. */
  #latest: Count | undefined;
  #day = '';
  #dayNumber = Number.NaN;

  constructor(database: DatabaseSync, node: string) {
    const add = database.prepare(
      `INSERT INTO usage (organization_id, day, endpoint, node, requests) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    this.#add = (organizationId, day, endpoint, requests) => {
      add.run(organizationId, day, endpoint, node, requests);
    };
  }

  count(organizationId: string, at: number, endpoint: string): void {
    const dayNumber = Math.floor(at / 86_400_000);
    if (dayNumber !== this.#dayNumber) {
      this.#dayNumber = dayNumber;
      this.#day = new Date(at).toISOString().slice(0, 10);
    }
    const latest = this.#latest;
    const isSame =
      latest?.organizationId === organizationId && latest.endpoint === endpoint && latest.day === this.#day;
    const count = isSame ? latest : this.#countOf(organizationId, endpoint);
    count.requests++;
    this.#latest = count;
  }

  #countOf(organizationId: string, endpoint: string): Count {
    const key = `${organizationId} ${this.#day} ${endpoint}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { organizationId, day: this.#day, endpoint, requests: 0 };
      this.#counts.set(key, count);
    }
    return count;
  }

  /** Writes the counts since the last call. */
  write(): void {
    for (const { organizationId, day, endpoint, requests } of this.#counts.values()) {
      this.#add(organizationId, day, endpoint, requests);
    }
    this.discard();
  }

  /** Forgets the counts since the last `write`. */
  discard(): void {
    this.#counts.clear();
    this.#latest = undefined;
  }
}
