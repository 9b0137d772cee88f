import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Starts work in the context of no request. A timer that a request starts for later ones would have its spans in the trace
 * of that request.
 *
 * @param start runs at once
 */
export const outsideRequests: <T>(start: () => T) => T = AsyncLocalStorage.snapshot();
