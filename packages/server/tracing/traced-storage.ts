import { guardPorts } from '../availability/guarded-ports.ts';
import type { Storage, StorageObserver } from '../storage/ports.ts';
import type { Tracer } from './tracer.ts';

type Group = Parameters<NonNullable<StorageObserver['group']>>[0];

/** What becomes of groups of commits, from the store to the spans of the commits in them. */
export class CommitGroups {
  #last: Group | undefined;

  /** To be called when the commits of a group are answered. */
  readonly saw = (group: Group): void => {
    this.#last = group;
  };

  /** The group of a commit that was answered in this turn: the store tells of both at once. */
  get last(): Group | undefined {
    return this.#last;
  }
}

/**
 * A store whose calls are parts of the requests that make them: their names, those of port and method, and of a commit the
 * group that it became durable with.
 *
 * @param system its name among the databases that OpenTelemetry knows
 */
export function tracedStorage(
  storage: Storage,
  tracer: Tracer,
  groups: CommitGroups,
  system: 'sqlite' | 'postgresql',
): Storage {
  const isCall = system !== 'sqlite';
  const attributesOf = (operation: string) => ({ 'db.system.name': system, 'db.operation.name': operation });
  const commitAttributes = attributesOf('commit');
  return {
    ...guardPorts(storage, (call, name) =>
      tracer.part(`store ${name}`, async () => call(), { attributes: attributesOf(name), isCall }),
    ),
    commit: (commit) =>
      tracer.part(
        'store commit',
        async () => {
          const outcomes = await storage.commit(commit);
          const group = groups.last;
          if (group !== undefined)
            tracer.past({
              name: 'store group',
              milliseconds: group.milliseconds,
              attributes: { 'decidable.group.size': group.size },
              failed: group.failed,
              parts: group.steps,
            });
          return outcomes;
        },
        { attributes: commitAttributes, isCall },
      ),
    now: () => storage.now(),
    ping: () => storage.ping(),
    close: () => storage.close(),
  };
}
