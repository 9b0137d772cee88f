import type { OrganizationId, Storage } from '../storage/ports.ts';
import { CatalogueBuilder } from './builder.ts';
import { SessionService } from './session-service.ts';
import { Shops } from './shops.ts';

/** What the endpoints of the live half share. */
export interface Live {
  readonly sessions: SessionService;
  readonly shops: Shops;
  close(): Promise<void>;
}

export interface LiveOptions {
  readonly storage: Storage;
  /** Told of work in the background that failed and will be tried again. */
  readonly onFault?: (organizationId: OrganizationId, error: unknown) => void;
}

/** Opens the live half of the service over a store. */
export function openLive({ storage, onFault }: LiveOptions): Live {
  const builder = new CatalogueBuilder();
  return {
    sessions: new SessionService({ sessions: storage.sessions }),
    shops: new Shops({ storage, builder, ...(onFault !== undefined && { onFault }) }),
    close: () => builder.close(),
  };
}
