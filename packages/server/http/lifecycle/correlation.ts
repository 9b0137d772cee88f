import { randomUUID } from 'node:crypto';

/** The name of a request in the log. Callers cannot choose it: it must be unique and safe to print. */
export const newCorrelationId = (): string => randomUUID();
