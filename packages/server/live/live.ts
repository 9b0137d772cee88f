import type { SessionService } from './session-service.ts';
import type { Shops } from './shops.ts';

/** What the endpoints of the live half share. */
export interface Live {
  readonly sessions: SessionService;
  readonly shops: Shops;
}
