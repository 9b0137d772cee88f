import { NewerModel } from '../learning/stored-model.ts';
import { type Trained, trainModel } from '../learning/train-model.ts';
import type { BuildPool } from '../shops/build/build-pool.ts';
import type {
  ErasedRows,
  OrganizationId,
  RewriteWhen,
  Rewritten,
  SessionId,
  Storage,
} from '../storage/ports.ts';
import { onceLeased, THIS_PROCESS } from '../storage/while-leased.ts';

/**
 * What became of the model. `none`: there was none, or nothing is left to learn from. `unchanged`: nothing was removed that
 * it could hold. `busy`: another process trains.
 */
export type ModelAfterErasure = 'trained' | 'none' | 'unchanged' | 'busy';

/** Nothing is `removed` or `unlinked` where nothing was stored. */
export interface ErasedSession extends ErasedRows {
  readonly model: ModelAfterErasure;
  readonly store: Rewritten;
}

export interface ErasingOptions {
  /** When the store is rewritten; `now` unless given. */
  readonly rewrite?: RewriteWhen;
  /** Called with each stage, such as "rewriting the store", for showing progress. */
  readonly onStage?: (doing: string) => void;
  /** Waits between looks at another process's training; for tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Erases a session: its log, profile, events, exposures and decisions; then all models, which hold visits, in favour of
 * one that is trained without it; then the remains in the files of the store. Uploaded orders are the shop's own books:
 * they stay, and no longer name the session or a decision of it. Where nothing was stored, nothing is trained or rewritten.
 * May be called again where it was cut short or found the store busy, and then finishes.
 *
 * @param now ms since the epoch
 * @throws StoreUnavailable
 */
export async function eraseSession(
  storage: Pick<
    Storage,
    'organizations' | 'sessions' | 'catalogues' | 'models' | 'outcomes' | 'orders' | 'leases' | 'erasure'
  >,
  builder: Pick<BuildPool, 'train'>,
  organizationId: OrganizationId,
  sessionId: SessionId,
  now: number,
  { rewrite = 'now', onStage = () => {}, pause }: ErasingOptions = {},
): Promise<ErasedSession> {
  onStage('removing what is stored');
  const rows = await storage.erasure.session(organizationId, sessionId);
  const model = await withoutErased(storage, builder, organizationId, now, onStage, pause);
  onStage('rewriting the store');
  return { ...rows, model, store: await storage.erasure.rewrite(rewrite) };
}

/** Replaces the models, unless a training has done so since the last erasure: one serves all that wait for it. */
async function withoutErased(
  storage: Parameters<typeof trainAgain>[0] & Pick<Storage, 'leases'>,
  builder: Pick<BuildPool, 'train'>,
  organizationId: OrganizationId,
  now: number,
  onStage: (doing: string) => void,
  pause: ErasingOptions['pause'],
): Promise<ModelAfterErasure> {
  if ((await storage.erasure.unlearned(organizationId)) === undefined) return 'unchanged';
  const owner = `erasing, ${THIS_PROCESS}`;
  // A training that had begun may have read the session, so one is made after it.
  const trained = await onceLeased(
    storage.leases,
    organizationId,
    'training',
    owner,
    () => trainAgain(storage, builder, organizationId, now, onStage),
    {
      onWait: () => onStage('waiting for another training'),
      served: () => servedBefore(storage, organizationId),
      pause,
    },
  );
  return trained.held ? trained.result : 'busy';
}

/** What there is where a training has been made since the last erasure. */
async function servedBefore(
  { erasure, models }: Pick<Storage, 'erasure' | 'models'>,
  organizationId: OrganizationId,
): Promise<'trained' | 'none' | undefined> {
  if ((await erasure.unlearned(organizationId)) !== undefined) return undefined;
  return (await models.current(organizationId)) === undefined ? 'none' : 'trained';
}

/** Trains the model again where there is one, and removes all others. */
async function trainAgain(
  storage: Parameters<typeof trainModel>[0] & Pick<Storage, 'erasure'>,
  builder: Pick<BuildPool, 'train'>,
  organizationId: OrganizationId,
  now: number,
  onStage: (doing: string) => void,
): Promise<ModelAfterErasure> {
  const served = await servedBefore(storage, organizationId);
  if (served !== undefined) return served;
  const upTo = (await storage.erasure.unlearned(organizationId))!;
  const current = await storage.models.current(organizationId);
  let trained: Trained | undefined;
  try {
    if (current !== undefined) trained = await trainModel(storage, builder, organizationId, now, onStage);
  } catch (error) {
    // A model of a later release may hold the session as well. It goes without another in its place.
    if (!(error instanceof NewerModel)) throw error;
  }
  await storage.erasure.models(organizationId, trained?.stored.version, upTo);
  return trained === undefined ? 'none' : 'trained';
}
