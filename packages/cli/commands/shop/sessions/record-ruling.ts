import type { Ruling, SessionId } from '@decidable/server/storage';
import { BadInput } from '../../../fault.ts';
import { printJson } from '../../../output.ts';
import { type OrganizationFlag, withOrganization } from '../../../store/open.ts';

export interface RuleFlags extends OrganizationFlag {
  readonly json?: true;
}

/**
 * Rules over sessions. All of them have to be in the store, or nothing is ruled.
 *
 * @throws BadInput that names the sessions which are not in the store
 */
export async function recordRuling(ids: readonly string[], flags: RuleFlags, ruling: Ruling): Promise<void> {
  const sessionIds = [...new Set(ids.map((id) => id.normalize() as SessionId))];
  await withOrganization(flags, async (storage, organizationId, note) => {
    const unknown: string[] = [];
    for (const sessionId of sessionIds) {
      if ((await storage.sessions.load(organizationId, sessionId)) === undefined) unknown.push(sessionId);
    }
    if (unknown.length > 0) {
      throw new BadInput(
        `the organization has no session ${unknown.join(', ')}. "decidable sessions put-aside --org ${flags.org}" lists the ids of sessions that were put aside. Nothing was changed.`,
      );
    }
    await storage.sessions.rule(organizationId, sessionIds, ruling, Date.now());
    for (const sessionId of sessionIds) await note('session.ruled', sessionId, { ruling });
  });
  if (flags.json) await printJson({ organizationId: flags.org, [ruling]: sessionIds });
}
