import { listAuditLog } from '@decidable/contract/management';
import { isoTime } from '../../json/iso-time.ts';
import { manage } from '../manage.ts';
import { pageOf } from '../paging.ts';

const PAGE = 50;

export const endpoints = [
  manage(listAuditLog, async ({ organizationId, query }, { storage }) => {
    const { limit = PAGE, cursor } = query;
    const found = await storage.auditLog.list(organizationId, limit + 1, cursor);
    const { entries, ...more } = pageOf(found, limit, ({ id }) => id);
    return {
      entries: entries.map(({ id, at, email, action, subject, detail }) => ({
        id,
        at: isoTime(at),
        email,
        action,
        subject,
        ...(detail !== undefined && { detail: JSON.parse(detail) as Record<string, unknown> }),
      })),
      ...more,
    };
  }),
];
