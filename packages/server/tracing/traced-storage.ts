import { guardPorts } from '../availability/guarded-ports.ts';
import type { Storage, StorageObserver } from '../storage/ports.ts';
import type { Tracer } from './tracer.ts';

type Group = Parameters<NonNullable<StorageObserver['group']>>[0];

/** The group of commits that the store answered last, for the spans of the commits in it. */
export class CommitGroups {
  #last: Group | undefined;

  /** To be called when the commits of a group are answered, in the same turn. */
  readonly saw = (group: Group): void => {
    this.#last = group;
    // Behind the promises of this turn, by which the commits of the group continue.
    queueMicrotask(() => process.nextTick(this.#forget, group));
  };

  readonly #forget = (group: Group): void => {
    if (this.#last === group) this.#last = undefined;
  };

  /** The group that was answered in this turn. */
  get last(): Group | undefined {
    return this.#last;
  }
}

/**
 * A store whose calls are child spans of the requests that make them, named by port and method. That of a commit has the
 * group that the commit was written with as its child.
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
  const tracedCommit: Storage['commit'] = (commit) =>
    tracer.child(
      'store commit',
      async () => {
        const before = groups.last;
        try {
          return await storage.commit(commit);
        } finally {
          // A commit that a full queue refuses has no group.
          const group = groups.last;
          if (group !== undefined && group !== before) recordGroup(tracer, group);
        }
      },
      { attributes: commitAttributes, isCall },
    );
  // Most requests are not recorded where a share of them is: their calls are made as if there were no traces.
  return {
    ...guardPorts(storage, async (call, name) =>
      tracer.isRecording
        ? tracer.child(`store ${name}`, async () => call(), { attributes: attributesOf(name), isCall })
        : call(),
    ),
    commit: (commit) => (tracer.isRecording ? tracedCommit(commit) : storage.commit(commit)),
    now: () => storage.now(),
    ping: () => storage.ping(),
    close: () => storage.close(),
  };
}

const recordGroup = (tracer: Tracer, { milliseconds, size, failed, steps }: Group) =>
  tracer.recordEnded({
    name: 'store group',
    milliseconds,
    attributes: { 'decidable.group.size': size },
    failed,
    children: steps,
  });
