import type { Embedder } from './embeddings/embedder.ts';
import { Meanings } from './embeddings/meanings.ts';
import { Learning } from './learning/online-learning.ts';
import { Suggestions } from './ranking/suggestions.ts';
import { GuessableIds } from './sessions/guessable-ids.ts';
import { shopServers } from './sessions/provenance/shop-servers.ts';
import { VisitSources } from './sessions/provenance/visit-source.ts';
import { SessionService } from './sessions/session-service.ts';
import { type BuildJob, BuildPool } from './shops/build/build-pool.ts';
import { StoredBuilds } from './shops/build/stored-builds.ts';
import { Shops } from './shops/shops.ts';
import type { OrganizationId, Storage } from './storage/ports.ts';
import type { Tracer } from './tracing/tracer.ts';

/** What the endpoints of sessions and rankings share. */
export interface Services {
  readonly sessions: SessionService;
  readonly sources: VisitSources;
  readonly shops: Shops;
  readonly learning: Learning;
  readonly suggestions: Suggestions;
  /** Absent where no embedder is set. */
  readonly meanings?: Meanings | undefined;
  /** Threads that read catalogues and train models. */
  readonly builder: BuildPool;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
  close(): Promise<void>;
}

/** An embedder, and how it is used: see `Meanings`. */
export interface MeaningConfig {
  readonly embedder: Embedder;
  readonly deadline: number;
  readonly leastSimilarity: number;
  readonly memory: number;
}

export interface ServicesOptions {
  readonly storage: Storage;
  /** The name of this node, where others serve from the same store. */
  readonly node?: string | undefined;
  /** Bytes that open shops, and sessions, may take. */
  readonly memory?: { readonly shops: number; readonly sessions: number };
  /** How long a request waits for a shop to be opened; ms. */
  readonly patience?: number;
  /** The module and the heap, in megabytes, of threads that read catalogues and train models. */
  readonly building?: { readonly worker?: URL | undefined; readonly memory?: number };
  /** What finds products by meaning, where it is set. */
  readonly meaning?: MeaningConfig | undefined;
  /** Addresses and networks of servers that send signals for many shoppers. */
  readonly shopServers?: readonly string[];
  /** Told of work in the background that failed and will be tried again. */
  readonly onFault?: (organizationId: OrganizationId, error: unknown) => void;
  /** Told when a shop was opened, or could not be, and how long that took in ms. */
  readonly onOpened?: (milliseconds: number, isOpen: boolean) => void;
  /** Told of each catalogue that was read, and each training, when it has ended or failed. */
  readonly onBuilt?: (job: BuildJob) => void;
  /** Told why a request was turned away for the service's own sake. */
  readonly shed?: (reason: string) => void;
  /** Told once of an organization whose session ids can be guessed. */
  readonly onGuessableIds?: (organizationId: OrganizationId) => void;
  /** Told when a thread that reads catalogues and trains models died without work, or could not start. */
  readonly onThreadError?: (error: unknown) => void;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
}

/** Opens what serves sessions and rankings, over a store. */
export function openServices({
  storage,
  node,
  memory,
  patience,
  building,
  meaning,
  shopServers: servers = [],
  onFault,
  onOpened,
  onBuilt,
  shed,
  onGuessableIds = () => {},
  onThreadError,
  tracer,
}: ServicesOptions): Services {
  const isShared = node !== undefined;
  const owner = node === undefined ? undefined : `process ${process.pid} of ${node}`;
  const builder = new BuildPool({ ...building, observe: onBuilt, onThreadError });
  const shops = new Shops({
    storage,
    builder,
    stored: new StoredBuilds({ storage, builder, isShared, owner, onFault }),
    ...(memory !== undefined && { memory: memory.shops }),
    ...(patience !== undefined && { patience }),
    ...(onFault !== undefined && { onFault }),
    ...(onOpened !== undefined && { onOpened }),
  });
  const meanings = meaning && new Meanings({ ...meaning, storage, onFault });
  const learning = new Learning({
    storage,
    builder,
    shops,
    onFault,
    owner,
  });
  const guessable = new GuessableIds(onGuessableIds);
  const sessions = new SessionService({
    storage,
    isShared,
    ...(memory !== undefined && { memory: memory.sessions }),
    onWrite: (organizationId, sessionId, at) => {
      guessable.saw(organizationId, sessionId);
      learning.saw(organizationId, sessionId, at);
    },
  });
  storage.changes.subscribe({
    changed: ({ organizationId, subject }) => {
      if (subject !== 'erased') return;
      sessions.forget(organizationId);
      meanings?.forget(organizationId);
    },
    missed: () => sessions.forget(),
  });
  return {
    sessions,
    sources: new VisitSources(shopServers(servers)),
    shops,
    learning,
    suggestions: new Suggestions({ shops, sessions, shed, tracer }),
    meanings,
    builder,
    tracer,
    // The pool is closed while learning waits for its last look: that ends a training that is under way.
    close: async () => void (await Promise.all([learning.close(), builder.close(), meanings?.close()])),
  };
}
