import type { OrganizationId, Ruling, SessionId } from '../ports.ts';
import { allOf, announce, type Reading, refuseErased, rowsOf, type Writing } from './work.ts';

/* What owners decided about sessions. */

export const reads = {
  *rulings(organizationId: OrganizationId): Reading<ReadonlyMap<SessionId, Ruling>> {
    const rows = yield* allOf<{ readonly session_id: SessionId; readonly ruling: Ruling }>({
      text: `SELECT session_id, ruling FROM session_rulings WHERE organization_id = $1 AND session_id > $2
        ORDER BY session_id`,
      first: [organizationId, ''],
      after: (row) => [organizationId, row.session_id],
    });
    return new Map(rows.map(({ session_id, ruling }) => [session_id, ruling]));
  },
};

export const writes = {
  *rule(
    organizationId: OrganizationId,
    sessionIds: readonly SessionId[],
    ruling: Ruling | undefined,
    at: number,
  ): Writing<void> {
    yield* refuseErased(organizationId);
    const ids = JSON.stringify([...new Set(sessionIds)].sort());
    if (ruling === undefined) {
      yield* rowsOf(
        `DELETE FROM session_rulings
         WHERE organization_id = $1 AND session_id IN (SELECT value FROM json_array_elements_text($2::json))`,
        [organizationId, ids],
      );
    } else {
      yield* rowsOf(
        `INSERT INTO session_rulings (organization_id, session_id, ruling, ruled_at)
         SELECT $1, value, $3, $4 FROM json_array_elements_text($2::json) WHERE true
         ON CONFLICT (organization_id, session_id) DO UPDATE SET ruling = EXCLUDED.ruling, ruled_at = EXCLUDED.ruled_at`,
        [organizationId, ids, ruling, at],
      );
    }
    yield* announce(organizationId, 'rulings');
  },
};
