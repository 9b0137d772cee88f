import type { ManagedEndpoint } from '../manage.ts';
import { endpoints as keys } from './keys.ts';

/** Every management operation, room by room. */
export const managedEndpoints: readonly ManagedEndpoint[] = [...keys];
