import type { RateLimit } from '../../setting-readers.ts';
import { type Charge, charging, observeWork, processorTime, worked } from '../../timing/work.ts';
import type { LimitAdapters } from './limit-adapters.ts';
import { WHOLE } from './limiter.ts';
import { RateRule } from './rate-rule.ts';

/** Whose work it is: an exchange, once its key is known. */
interface WorkingCaller {
  readonly key: { readonly id: string; readonly organizationId: string } | undefined;
  readonly address: string;
}

/** Bodies of fewer bytes are checked at no cost worth telling. Set by hand. */
const SMALL = 2_048;
/** A megabyte of a body, after it was unpacked, counts as so many ms of work, for the memory that it takes. Set by hand. */
const PER_MEGABYTE = 10;

/**
 * How much work requests may cause: processor time of the serving thread and of the threads that read bodies, and the bytes
 * of bodies. A key from one address has a part of what its organization has. Work is counted while it is done; a request
 * that has begun is done to its end, and the next one is refused.
 */
export class WorkBudget {
  /** Of a key from one address. */
  readonly ofClient: RateRule;
  readonly ofOrganization: RateRule;

  constructor(ofClient: RateRule, ofOrganization: RateRule) {
    this.ofClient = ofClient;
    this.ofOrganization = ofOrganization;
  }

  static of(
    { work, organizationWork }: { readonly work: RateLimit; readonly organizationWork: RateLimit },
    limits: LimitAdapters,
  ): WorkBudget {
    const rule = (name: string, limit: RateLimit, advice: string) =>
      new RateRule(name, limit, advice, limits.limiter(name, limit), 'milliseconds');
    return new WorkBudget(
      rule('work', work, 'This key causes too much work from this address.'),
      rule('organization-work', organizationWork, 'This organization causes too much work.'),
    );
  }

  /** @throws Refusal 429, at once or by the promise */
  admit({ key, address }: WorkingCaller, now?: number): void | Promise<void> {
    const ofClient = this.ofClient.check(key!.id, address, now);
    if (ofClient === undefined) return this.ofOrganization.check(key!.organizationId, WHOLE, now);
    return ofClient.then(() => this.ofOrganization.check(key!.organizationId));
  }

  /** Begins with the answer to a body, and charges the caller for the work that it causes, while that is done. */
  during<T>({ key, address }: WorkingCaller, bytes: number, answer: () => T): T {
    const { id, organizationId } = key!;
    const charge = inWholes((whole) => {
      this.ofClient.charge(id, address, whole);
      this.ofOrganization.charge(organizationId, WHOLE, whole);
    });
    return charging(charge, () => {
      if (bytes < SMALL) return answer();
      const since = processorTime();
      try {
        return answer();
      } finally {
        worked(organizationId, processorTime() - since + (bytes / 1e6) * PER_MEGABYTE);
      }
    });
  }

  /** Charges an organization for what a member of it does. */
  duringMembers<T>(organizationId: string, work: () => T): T {
    return charging(
      inWholes((whole) => this.ofOrganization.charge(organizationId, WHOLE, whole)),
      work,
    );
  }

  /**
   * Charges organizations for jobs that have queues of their own, such as gradings and trainings.
   *
   * @returns ends it
   */
  chargeJobs(): () => void {
    return observeWork((organizationId, milliseconds, isApart) => {
      if (isApart) this.ofOrganization.charge(organizationId, WHOLE, Math.ceil(milliseconds));
    });
  }
}

/** Limits count whole numbers, which nodes add up. */
function inWholes(charge: Charge): Charge {
  let rest = 0;
  return (milliseconds) => {
    rest += milliseconds;
    const whole = Math.floor(rest);
    if (whole === 0) return;
    rest -= whole;
    charge(whole);
  };
}
