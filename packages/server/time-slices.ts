import { processorTime, worked } from './timing/work.ts';

/** Time for long tasks in one turn of the event loop, of all of them together; ms. Set by hand. */
const SLICE = 4;
/**
 * Turns without a slice after one with: a short request takes some five turns (its socket, the commit, the answer of the
 * writer), and would otherwise wait for a slice in each. A turn without work takes microseconds. Set by hand.
 */
const FREE_TURNS = 3;

/** A task of nobody in particular. */
export const SERVICE = '';

/** Tasks that wait for a slice, by owner; owners in the order in which they resume. */
const waiting = new Map<string, (() => void)[]>();
/** The number of the turn, and when its first slice began; undefined before that. */
let turn = 0;
let began: number | undefined;
let isScheduled = false;
let freeTurns = 0;

function endTurn(): void {
  turn++;
  began = undefined;
}

/** Whether a task may go on in this turn. */
function beginsNow(): boolean {
  if (isScheduled) return false;
  if (began === undefined) {
    began = performance.now();
    setImmediate(endTurn);
    return true;
  }
  return performance.now() - began < SLICE;
}

function resume(): void {
  if (freeTurns > 0) {
    freeTurns--;
    setImmediate(resume);
    return;
  }
  endTurn();
  began = performance.now();
  setImmediate(endTurn);
  resumeOne();
}

/** Resumes the first task of the next owner, whose further tasks then wait for those of all others. */
function resumeOne(): void {
  const [owner, tasks] = waiting.entries().next().value!;
  const task = tasks.shift()!;
  waiting.delete(owner);
  if (tasks.length > 0) waiting.set(owner, tasks);
  task();
  // After the task has yielded again: when nothing is left to do in this turn.
  queueMicrotask(() => process.nextTick(resumeOthers));
}

function resumeOthers(): void {
  if (waiting.size === 0) isScheduled = false;
  else if (began !== undefined && performance.now() - began < SLICE) resumeOne();
  else {
    freeTurns = FREE_TURNS;
    setImmediate(resume);
  }
}

function nextTurn(owner: string, onResume?: () => void): Promise<void> {
  return new Promise((resolve) => {
    const task =
      onResume === undefined
        ? resolve
        : () => {
            onResume();
            resolve();
          };
    const tasks = waiting.get(owner);
    if (tasks === undefined) waiting.set(owner, [task]);
    else tasks.push(task);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(resume);
  });
}

/**
 * Yields to the event loop when the long tasks of this turn have run for a slice, whose work is then charged. Owners take
 * turns: the tasks of one organization, however many there are, delay the tasks of another by one slice each time.
 *
 * @example
 * const pace = new Pace(organizationId);
 * for (const chunk of chunks) {
 *   parse(chunk);
 *   await pace.rest();
 * }
 */
export class Pace {
  readonly #owner: string;
  /** The turn in which the task may run. */
  #turn: number;
  /** The processor time at which it began to run in this turn. */
  #since = 0;
  readonly #resumed = () => this.#begin();

  /** @param owner the organization whose task it is; it is always said, so that none shares the turns of others */
  constructor(owner: string) {
    this.#owner = owner;
    this.#turn = -1;
    if (beginsNow()) this.#begin();
  }

  #begin(): void {
    this.#turn = turn;
    this.#since = processorTime();
  }

  /**
   * @param slice ms after which it yields: fewer before a step that cannot be interrupted
   * @returns undefined where it does not
   */
  rest(slice = SLICE): Promise<void> | undefined {
    if (this.#turn === turn && began !== undefined) {
      if (performance.now() - began < slice) return undefined;
      worked(this.#owner, processorTime() - this.#since);
    } else if (beginsNow()) {
      this.#begin();
      return undefined;
    }
    return nextTurn(this.#owner, this.#resumed);
  }
}

/**
 * Runs a generator to its end, and yields to the event loop after each slice.
 *
 * @param owner the organization whose task it is
 */
export async function inTurns<T>(steps: Generator<void, T>, owner = SERVICE): Promise<T> {
  if (!beginsNow()) await nextTurn(owner);
  for (;;) {
    const step = sliceOf(steps, owner);
    if (step.done) return step.value;
    await nextTurn(owner);
  }
}

/** Runs a generator for the rest of a slice, or to its end. */
function sliceOf<T>(steps: Generator<void, T>, owner: string): IteratorResult<void, T> {
  const since = processorTime();
  try {
    for (;;) {
      const step = steps.next();
      if (step.done || began === undefined || performance.now() - began >= SLICE) return step;
    }
  } finally {
    worked(owner, processorTime() - since);
  }
}
