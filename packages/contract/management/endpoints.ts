import type { ManagementEndpoint } from './endpoint.ts';
import * as auditLog from './endpoints/audit-log.ts';
import * as calls from './endpoints/calls.ts';
import * as catalogue from './endpoints/catalogue.ts';
import * as exports from './endpoints/exports.ts';
import * as gradings from './endpoints/gradings.ts';
import * as keys from './endpoints/keys.ts';
import * as learning from './endpoints/learning.ts';
import * as members from './endpoints/members.ts';
import * as organizations from './endpoints/organizations.ts';
import * as outcomes from './endpoints/outcomes.ts';
import * as repairs from './endpoints/repairs.ts';
import * as sessions from './endpoints/sessions.ts';
import * as signingIn from './endpoints/signing-in.ts';
import * as usage from './endpoints/usage.ts';
import * as webhooks from './endpoints/webhooks.ts';

export * from './endpoints/audit-log.ts';
export * from './endpoints/calls.ts';
export * from './endpoints/catalogue.ts';
export * from './endpoints/exports.ts';
export * from './endpoints/gradings.ts';
export * from './endpoints/keys.ts';
export * from './endpoints/learning.ts';
export * from './endpoints/members.ts';
export * from './endpoints/organizations.ts';
export * from './endpoints/outcomes.ts';
export * from './endpoints/repairs.ts';
export * from './endpoints/sessions.ts';
export * from './endpoints/signing-in.ts';
export * from './endpoints/usage.ts';
export * from './endpoints/webhooks.ts';

/** Where the management interface lives. */
export const managementPath = '/management/v1';

/**
 * Every operation of the management interface, room by room. This is the one list of them: the description, the validators
 * and the routes of the service follow from it.
 */
export const managementEndpoints: readonly ManagementEndpoint[] = [
  signingIn,
  organizations,
  members,
  keys,
  webhooks,
  calls,
  catalogue,
  learning,
  exports,
  gradings,
  repairs,
  sessions,
  outcomes,
  usage,
  auditLog,
].flatMap((room) =>
  Object.values(room).filter((each) => 'operationId' in each),
) as unknown as readonly ManagementEndpoint[];
