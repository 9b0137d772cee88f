import type { OrganizationId, Usage, UsageDay, UsageLine } from '../../ports.ts';
import { usageLines } from '../../usage-lines.ts';
import type { Database } from '../connection/database.ts';

export class ClusterUsage implements Usage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async report(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageLine[]> {
    const rows = await this.#database.query<{ endpoint: string; requests: number }>(
      `SELECT endpoint, sum(requests)::bigint AS requests FROM usage
       WHERE organization_id = $1 AND day BETWEEN $2 AND $3 GROUP BY endpoint`,
      [organizationId, from, to],
    );
    return usageLines(new Map(rows.map(({ endpoint, requests }) => [endpoint, requests])));
  }

  async days(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageDay[]> {
    const rows = await this.#database.query<{ day: string; endpoint: string; requests: number }>(
      `SELECT day, endpoint, sum(requests)::bigint AS requests FROM usage
       WHERE organization_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day, endpoint ORDER BY day`,
      [organizationId, from, to],
    );
    return [...Map.groupBy(rows, ({ day }) => day)].map(([day, of]) => ({
      day,
      lines: usageLines(new Map(of.map(({ endpoint, requests }) => [endpoint, requests]))),
    }));
  }
}
