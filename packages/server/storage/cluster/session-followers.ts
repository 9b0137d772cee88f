import type { Appended, OrganizationId, SessionId } from '../ports.ts';

type Follower = (appended: Appended) => void;

const nameOf = (organizationId: OrganizationId, sessionId: SessionId): string =>
  `${organizationId}\u0000${sessionId}`;

/** Who follows which sessions on this node. */
export class SessionFollowers {
  readonly #followers = new Map<string, Set<Follower>>();
  readonly #changed: () => void;

  /** @param changed told when the first one follows a session, and when the last one has left it */
  constructor(changed: () => void = () => {}) {
    this.#changed = changed;
  }

  /** @returns ends it */
  follow(organizationId: OrganizationId, sessionId: SessionId, listener: Follower): () => void {
    const name = nameOf(organizationId, sessionId);
    const followers = this.#followers.get(name) ?? new Set();
    // A function of its own each time, so that the same listener can follow twice.
    const follower: Follower = (appended) => listener(appended);
    followers.add(follower);
    if (!this.#followers.has(name)) {
      this.#followers.set(name, followers);
      this.#changed();
    }
    return () => {
      followers.delete(follower);
      if (followers.size > 0 || this.#followers.get(name) !== followers) return;
      this.#followers.delete(name);
      this.#changed();
    };
  }

  tell(appended: Appended): void {
    const followers = this.#followers.get(nameOf(appended.organizationId, appended.sessionId));
    if (followers === undefined) return;
    for (const follower of followers) follower(appended);
  }

  /** The sessions that are followed. */
  get names(): readonly string[] {
    return [...this.#followers.keys()];
  }

  get size(): number {
    return this.#followers.size;
  }

  static nameOf({ organizationId, sessionId }: Appended): string {
    return nameOf(organizationId, sessionId);
  }
}
