import type { ExpertRegistry } from '../experts/registry.ts';
import { SparseScores } from '../experts/sparse-scores.ts';

/**
 * Working memory of one mixture, independent of the catalogue: large arrays that are not allocated for each ranking.
 */
export interface Workspace {
  readonly sparse: SparseScores;
  /** The memory of each expert group that needs some. */
  readonly memories: readonly unknown[];
}

const idle = new WeakMap<ExpertRegistry, Workspace[]>();

/**
 * Takes working memory that no open mixture uses. Memory that is not given back, as after an exception, is garbage
 * collected; the next mixture gets a new one.
 */
export function takeWorkspace(registry: ExpertRegistry): Workspace {
  const free = idle.get(registry)?.pop();
  if (free !== undefined) return free;
  return {
    sparse: new SparseScores(registry.count),
    memories: registry.groups.map((group) => group.createMemory?.()),
  };
}

/** Returns working memory for the next mixture. */
export function giveBackWorkspace(registry: ExpertRegistry, workspace: Workspace): void {
  workspace.sparse.clear();
  const free = idle.get(registry);
  if (free === undefined) idle.set(registry, [workspace]);
  else free.push(workspace);
}
