import { StepTimes } from '../../../timing/step-times.ts';
import type { Commit, WriteOutcome } from '../../ports.ts';
import { StoreUnavailable } from '../../ports.ts';
import { type PipelinedConnection, statement } from '../connection/pipelined-connection.ts';
import { asStoreError, isConnectionLost, isRace, isStoreFailure } from '../connection/store-errors.ts';
import { GroupMark } from './group-mark.ts';
import type { KnownFacts } from './known-facts.ts';
import { GroupPlan } from './plan.ts';
import { readFacts } from './read-facts.ts';
import { exposuresOf, type NewExposures, writePlan } from './write-plan.ts';

const ROLLBACK = statement('ROLLBACK');
/** How often a group is planned again because another node was faster. Set by hand. */
const TRIES = 8;
/** How long after its beginning it is still asked whether a group was carried out, in ms; set by hand. */
const DECIDED_WITHIN = 1_500;

export type CommitResult =
  | { readonly ok: true; readonly outcomes: readonly WriteOutcome[] }
  | { readonly ok: false; readonly error: unknown };

/**
 * Carries out groups of commits, each group in one transaction of two round trips: the first locks the sessions and reads
 * what decides about the commits; in between they are decided in memory, in order; the second writes a statement a table,
 * and commits.
 */
export class GroupCommit {
  readonly #connection: PipelinedConnection;
  readonly #node: string;
  readonly #hasProfilesElsewhere: boolean;
  readonly #mark = new GroupMark();

  constructor(connection: PipelinedConnection, node: string, hasProfilesElsewhere: boolean) {
    this.#connection = connection;
    this.#node = node;
    this.#hasProfilesElsewhere = hasProfilesElsewhere;
  }

  /**
   * One result a commit, in order. Every `ok` is durable. Never rejects.
   *
   * @param times gets the round trips
   */
  async run(commits: readonly Commit[], times = new StepTimes()): Promise<readonly CommitResult[]> {
    let error: unknown;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        const outcomes = await this.#transaction(commits, times);
        return outcomes.map((each) => ({ ok: true, outcomes: each }));
      } catch (failure) {
        error = failure;
        if (!isRace(failure)) break;
      }
    }
    if (isRace(error)) error = new StoreUnavailable(error);
    if (commits.length === 1 || isStoreFailure(error)) {
      const told = asStoreError(error);
      return commits.map(() => ({ ok: false, error: told }));
    }
    // A commit that PostgreSQL refuses must not fail its neighbours: it is found by halves.
    const half = commits.length >> 1;
    return [
      ...(await this.run(commits.slice(0, half), times)),
      ...(await this.run(commits.slice(half), times)),
    ];
  }

  async #transaction(
    commits: readonly Commit[],
    times: StepTimes,
  ): Promise<readonly (readonly WriteOutcome[])[]> {
    const until = performance.now() + DECIDED_WITHIN;
    try {
      const known = await readFacts(this.#connection, commits, this.#mark);
      times.ended('postgresql lock and read');
      const plan = new GroupPlan(commits, known);
      const isNew = await this.#write(plan, known, until);
      times.ended('postgresql write and commit');
      plan.settleExposures(commits, (key) => isNew.has(key));
      return plan.outcomes;
    } catch (error) {
      // A connection that failed is given up, and its transaction ends with it.
      if (isStoreFailure(error)) this.#mark.begin();
      else await this.#connection.query(ROLLBACK, []).catch(() => {});
      throw error;
    }
  }

  async #write(plan: GroupPlan, { transaction }: KnownFacts, until: number): Promise<NewExposures> {
    try {
      return await writePlan(this.#connection, plan, this.#node, this.#hasProfilesElsewhere);
    } catch (error) {
      // The answer to COMMIT may have been lost: it is no failure if it was carried out.
      if (!isConnectionLost(error) || !(await this.#mark.isCommitted(this.#connection, until))) throw error;
      return exposuresOf(this.#connection, plan, transaction);
    }
  }
}
