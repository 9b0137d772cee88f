/** Milliseconds for which the thread that serves is held up at a time. */
const SLICE = 4;

/** Work that rests, in the order in which it is to go on. */
const resting: (() => void)[] = [];

/** One goes on a turn: of as many as there are, no two slices make one long turn. */
function goOn(): void {
  resting.shift()!();
  if (resting.length > 0) setImmediate(goOn);
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    resting.push(resolve);
    if (resting.length === 1) setImmediate(goOn);
  });

/** Lets others have a turn when its own has lasted long enough. */
export class Pace {
  #since = performance.now();

  /** @param slice how long its turn may have lasted, in ms: less where what follows cannot be interrupted */
  async rest(slice = SLICE): Promise<void> {
    if (performance.now() - this.#since < slice) return;
    await nextTurn();
    this.#since = performance.now();
  }
}

/** Works something out that is made in steps, with turns for others in between. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE) continue;
    await nextTurn();
    since = performance.now();
  }
}
