import type { Warning } from '@decidable/contract';
import type { OrganizationId } from '../storage/ports.ts';

/** A call of an endpoint, as far as it is kept for those who connect a shop. Never a key: only its first characters. */
export interface RecordedCall {
  /** Its correlation id. */
  readonly id: string;
  /** ms since the epoch */
  readonly at: number;
  /** Below the base path, such as `/track`. */
  readonly endpoint: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly keyPrefix: string;
  readonly origin: string | undefined;
  readonly userAgent: string | undefined;
  /** The first bytes of the body, and how many there were; nothing where it was refused unread. */
  readonly body: Buffer | undefined;
  readonly bodyBytes: number;
  /** The first bytes of the answer. */
  readonly answer: Buffer;
  readonly warnings: readonly Warning[];
  /** In the words of the answer; absent where the call succeeded. */
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** Bytes of a body, and of an answer, that are kept. Set by hand. */
export const BODY_BYTES = 4_096;
export const ANSWER_BYTES = 2_048;
/** Calls of an organization that are kept: as many of those that were refused or warned of, and of all others. Set by hand. */
const MOST_CALLS = 100;
/** Calls that are kept of a second, so that a busy shop costs no more than a quiet one. Set by hand. */
const FINE_A_SECOND = 5;
const TROUBLED_A_SECOND = 20;
/** ms for which calls are kept. Set by hand. */
export const KEPT_FOR = 10 * 60_000;
/** What the calls of all organizations may take, and one call beside its texts, in bytes. Set by hand. */
const MOST_MEMORY = 16 * 1024 * 1024;
const OF_CALL = 1_024;

export const isTroubled = ({ status, warnings }: Pick<RecordedCall, 'status' | 'warnings'>): boolean =>
  status >= 400 || warnings.length > 0;

const sizeOf = ({ body, answer }: RecordedCall): number => OF_CALL + (body?.length ?? 0) + answer.length;

/** The calls of one organization, oldest first. */
interface Kept {
  fine: RecordedCall[];
  troubled: RecordedCall[];
  /** The second that is counted, and what it has had. */
  second: number;
  fineNow: number;
  troubledNow: number;
  bytes: number;
}

/**
 * The calls of the last minutes, in memory alone, for those who connect a shop and want to see what became of each. A
 * busy shop's are a sample: some of each second. Those that were refused or warned of are kept apart, so that others do not
 * push them out. All organizations share a bounded memory; the one without a call for longest is forgotten first.
 */
export class RecentCalls {
  readonly #now: () => number;
  /** The organization that had a call last comes last. */
  readonly #organizations = new Map<OrganizationId, Kept>();
  readonly #followers = new Map<OrganizationId, Set<(call: RecordedCall) => void>>();
  #bytes = 0;

  /** @param now ms since the epoch */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Bytes that all calls take. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Whether a call is to be kept; asked once a call, before anything is made for it.
   *
   * @param now ms of any clock that only goes forward
   */
  wants(organizationId: OrganizationId, troubled: boolean, now: number): boolean {
    let kept = this.#organizations.get(organizationId);
    if (kept === undefined) {
      kept = { fine: [], troubled: [], second: 0, fineNow: 0, troubledNow: 0, bytes: 0 };
      this.#organizations.set(organizationId, kept);
    }
    const second = Math.floor(now / 1_000);
    if (second !== kept.second) {
      kept.second = second;
      kept.fineNow = 0;
      kept.troubledNow = 0;
    }
    return troubled ? kept.troubledNow++ < TROUBLED_A_SECOND : kept.fineNow++ < FINE_A_SECOND;
  }

  add(organizationId: OrganizationId, call: RecordedCall): void {
    const kept = this.#organizations.get(organizationId);
    if (kept === undefined) return;
    this.#organizations.delete(organizationId);
    this.#organizations.set(organizationId, kept);
    const list = isTroubled(call) ? kept.troubled : kept.fine;
    list.push(call);
    const size = sizeOf(call) - (list.length > MOST_CALLS ? sizeOf(list.shift()!) : 0);
    kept.bytes += size;
    this.#bytes += size;
    this.#makeRoom();
    for (const told of this.#followers.get(organizationId) ?? []) told(call);
  }

  /** The calls of an organization that are kept, oldest first. */
  of(organizationId: OrganizationId): readonly RecordedCall[] {
    const since = this.#now() - KEPT_FOR;
    const { fine = [], troubled = [] } = this.#organizations.get(organizationId) ?? {};
    return [...fine, ...troubled].filter(({ at }) => at >= since).sort((a, b) => a.at - b.at);
  }

  /** Tells of every call that is kept from now on, until the returned function is called. */
  follow(organizationId: OrganizationId, told: (call: RecordedCall) => void): () => void {
    const followers = this.#followers.get(organizationId) ?? new Set();
    this.#followers.set(organizationId, followers.add(told));
    return () => {
      followers.delete(told);
      if (followers.size === 0 && this.#followers.get(organizationId) === followers)
        this.#followers.delete(organizationId);
    };
  }

  /** Forgets the calls of an organization, or of all. */
  forget(organizationId?: OrganizationId): void {
    for (const id of organizationId === undefined ? [...this.#organizations.keys()] : [organizationId]) {
      this.#bytes -= this.#organizations.get(id)?.bytes ?? 0;
      this.#organizations.delete(id);
    }
  }

  /** Forgets who has had no call for long, and whoever has had none for longest while there is too much. */
  #makeRoom(): void {
    const since = this.#now() - KEPT_FOR;
    for (const [id, { fine, troubled }] of this.#organizations) {
      const last = Math.max(fine.at(-1)?.at ?? 0, troubled.at(-1)?.at ?? 0);
      if (last >= since && this.#bytes <= MOST_MEMORY) return;
      this.forget(id);
    }
  }
}
