import { endpoints as webhooks } from '../../webhooks/webhook-operations.ts';
import type { ManagedEndpoint } from '../manage.ts';
import { endpoints as auditLog } from './audit-log.ts';
import { endpoints as calls } from './calls.ts';
import { endpoints as catalogue } from './catalogue.ts';
import { endpoints as exports } from './exports.ts';
import { endpoints as gradings } from './gradings.ts';
import { endpoints as keys } from './keys.ts';
import { endpoints as learning } from './learning.ts';
import { endpoints as members } from './members.ts';
import { endpoints as organizations } from './organizations.ts';
import { endpoints as outcomes } from './outcomes.ts';
import { endpoints as repairs } from './repairs.ts';
import { endpoints as sessions } from './sessions.ts';
import { endpoints as signingIn } from './signing-in.ts';
import { endpoints as usage } from './usage.ts';

/** Every management operation, room by room. */
export const managedEndpoints: readonly ManagedEndpoint[] = [
  ...signingIn,
  ...organizations,
  ...members,
  ...keys,
  ...webhooks,
  ...calls,
  ...catalogue,
  ...learning,
  ...exports,
  ...gradings,
  ...repairs,
  ...sessions,
  ...outcomes,
  ...usage,
  ...auditLog,
];
