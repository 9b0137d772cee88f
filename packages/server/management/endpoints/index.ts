import type { ManagedEndpoint } from '../manage.ts';
import { endpoints as gradings } from './gradings.ts';
import { endpoints as keys } from './keys.ts';
import { endpoints as sessions } from './sessions.ts';
import { endpoints as signingIn } from './signing-in.ts';

/** Every management operation, room by room. */
export const managedEndpoints: readonly ManagedEndpoint[] = [...signingIn, ...keys, ...gradings, ...sessions];
