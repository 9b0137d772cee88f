import type { Defence } from './simulation.ts';

/** Which visits the service learns. */
export const defence: Defence = async (visits) => visits;
