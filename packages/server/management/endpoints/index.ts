import type { ManagedEndpoint } from '../manage.ts';
import { endpoints as keys } from './keys.ts';
import { endpoints as sessions } from './sessions.ts';

/** Every management operation, room by room. */
export const managedEndpoints: readonly ManagedEndpoint[] = [...keys, ...sessions];
