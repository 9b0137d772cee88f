import type { RateLimit } from '../../setting-readers.ts';
import type { Limiter, Places } from './limiter.ts';
import { LocalLimiter } from './local-limiter.ts';
import { LocalPlaces } from './local-places.ts';

/** Where requests are counted. */
export interface LimitAdapters {
  /** @param name of the limit, unique within the service */
  limiter(name: string, limit: RateLimit): Limiter;
  places(name: string, most: number): Places;
}

/** Counts in memory: right for one process. */
export const COUNTED_HERE: LimitAdapters = {
  limiter: (_name, limit) => new LocalLimiter(limit),
  places: (_name, most) => new LocalPlaces(most),
};
