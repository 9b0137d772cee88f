import type { OrganizationId, SessionId } from '../../ports.ts';

/** The characters that divide a name: escaped, so that two organizations never share one. */
const escaped = (id: string): string =>
  id.replace(/[%:{}]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/**
 * The keys and channels of one deployment. What stands in braces is the hash tag: in a Cluster, all names with one tag
 * lie in one slot, so that a script may use them together.
 */
export class Names {
  readonly #prefix: string;

  /** @param prefix tells deployments apart that share a server */
  constructor(prefix = 'decidable') {
    this.#prefix = prefix;
  }

  profile(organizationId: OrganizationId, sessionId: SessionId): string {
    return `${this.#prefix}:profile:{${escaped(organizationId)}:${escaped(sessionId)}}`;
  }

  /** The beginning of the names of all profiles of an organization. */
  profilesOf(organizationId: OrganizationId): string {
    return `${this.#prefix}:profile:{${escaped(organizationId)}:`;
  }

  /** Requests of one caller, or of one part of it, that all nodes counted against a limit. */
  count(limit: string, caller: string, part: string): string {
    return `${this.#prefix}:count:{${escaped(limit)}:${escaped(caller)}:${escaped(part)}}`;
  }

  /** The places of one caller that all nodes count together. */
  places(limit: string, caller: string): string {
    return `${this.#prefix}:places:{${escaped(limit)}:${escaped(caller)}}`;
  }

  /** Requests that nodes have answered and could not count. */
  get pendingUsage(): string {
    return `${this.#prefix}:pending-usage`;
  }

  /** The change log; one slot with the two others, as one script uses them all. */
  get log(): string {
    return `${this.#channel}:log`;
  }

  /** The nodes that hold a lease, with what each has confirmed. */
  get nodes(): string {
    return `${this.#channel}:nodes`;
  }

  /** The sessions that each node follows. */
  get follows(): string {
    return `${this.#channel}:follows`;
  }

  /** Where it is published that the change log has grown. */
  get news(): string {
    return `${this.#channel}:news`;
  }

  /** Where signals of followed sessions are published for one node. */
  signalsFor(node: string): string {
    return `${this.#channel}:signals:${node}`;
  }

  get #channel(): string {
    return `${this.#prefix}:{channel}`;
  }
}
