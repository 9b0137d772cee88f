// Written by "npm run build" from @decidable/contract/management. Do not edit.
import type * as contract from '@decidable/contract/management';
import type { Operation } from './operation.ts';

export const listKeys: Operation<typeof contract.listKeys> = ['GET', '/organizations/{organizationId}/keys'];
