import { NewerModel } from '../learning/stored-model.ts';
import { type Trained, trainModel } from '../learning/train-model.ts';
import type { BuildPool } from '../shops/build/build-pool.ts';
import type { ErasedRows, OrganizationId, Rewritten, SessionId, Storage } from '../storage/ports.ts';
import { onceLeased, THIS_PROCESS } from '../storage/while-leased.ts';

/** What became of the model. `none`: there was none, or nothing is left to learn from. `busy`: another process trains. */
export type ModelAfterErasure = 'trained' | 'none' | 'busy';

/** Nothing is `removed` or `unlinked` where nothing was stored. */
export interface ErasedSession extends ErasedRows {
  readonly model: ModelAfterErasure;
  readonly store: Rewritten;
}

export interface ErasingOptions {
  /** Whether a large store is rewritten while a service runs on it. */
  readonly beside?: boolean;
  /** Called with each stage, such as "rewriting the store", for showing progress. */
  readonly onStage?: (doing: string) => void;
  /** Waits between looks at another process's training; for tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Erases a session: its log, profile, events, exposures and decisions; then all models, which hold visits, in favour of
 * one that is trained without it; then the remains in the files of the store. Uploaded orders are the shop's own books:
 * they stay, and no longer name the session or a decision of it. May be called again where it was cut short or found
 * the store busy, and then finishes.
 *
 * @param now ms since the epoch
 * @throws StoreUnavailable
 */
export async function eraseSession(
  storage: Pick<
    Storage,
    'organizations' | 'sessions' | 'catalogues' | 'models' | 'outcomes' | 'leases' | 'erasure'
  >,
  builder: Pick<BuildPool, 'train'>,
  organizationId: OrganizationId,
  sessionId: SessionId,
  now: number,
  { beside = false, onStage = () => {}, pause }: ErasingOptions = {},
): Promise<ErasedSession> {
  onStage('removing what is stored');
  const rows = await storage.erasure.session(organizationId, sessionId);
  const owner = `erasing, ${THIS_PROCESS}`;
  // A training that had begun may have read the session, so one is made after it.
  const trained = await onceLeased(
    storage.leases,
    organizationId,
    'training',
    owner,
    () => trainAgain(storage, builder, organizationId, now, onStage),
    { onWait: () => onStage('waiting for a training of another process'), pause },
  );
  onStage('rewriting the store');
  const store = await storage.erasure.rewrite(beside);
  return { ...rows, model: trained.held ? trained.result : 'busy', store };
}

/** Trains the model again where there is one, and removes all others. */
async function trainAgain(
  storage: Parameters<typeof trainModel>[0] & Pick<Storage, 'erasure'>,
  builder: Pick<BuildPool, 'train'>,
  organizationId: OrganizationId,
  now: number,
  onStage: (doing: string) => void,
): Promise<ModelAfterErasure> {
  const current = await storage.models.current(organizationId);
  let trained: Trained | undefined;
  try {
    if (current !== undefined) trained = await trainModel(storage, builder, organizationId, now, onStage);
  } catch (error) {
    // A model of a later release may hold the session as well. It goes without another in its place.
    if (!(error instanceof NewerModel)) throw error;
  }
  await storage.erasure.models(organizationId, trained?.stored.version);
  return trained === undefined ? 'none' : 'trained';
}
