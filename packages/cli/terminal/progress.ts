import { columnsOf, fit } from './layout.ts';

/** Work that is done sooner needs no word about it. */
const SILENT_FOR_MS = 1000;
const REDRAW_MS = 100;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** What is needed of standard error. */
interface Shown {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Says on standard error what goes on, once it has gone on for a second: a single line that is drawn over on a
 * terminal, a plain line for each stage elsewhere (a log keeps it).
 */
export class Progress {
  readonly #stream: Shown;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #doing = 'starting';
  /** Of what goes on, 0 to 1; `undefined` where nobody knows. */
  #share: number | undefined;
  #told = '';
  #frame = 0;
  #drawn = false;

  constructor(stream: Shown) {
    this.#stream = stream;
    const live = stream.isTTY && process.env.TERM !== 'dumb';
    this.#timer = setInterval(() => (live ? this.#draw() : this.#tell()), REDRAW_MS);
    this.#timer.unref();
  }

  now(doing: string): void {
    this.#doing = doing;
    this.#share = undefined;
  }

  /** How much of it is done, 0 to 1. Nothing done yet, and all in one step, are no news. */
  done(share: number): void {
    this.#share = share > 0 && share < 1 ? share : undefined;
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#drawn) this.#stream.write('\r\u001b[K');
  }

  #draw(): void {
    const elapsed = performance.now() - this.#started;
    if (elapsed < SILENT_FOR_MS) return;
    this.#drawn = true;
    const frame = FRAMES[this.#frame++ % FRAMES.length];
    const share = this.#share === undefined ? '' : ` ${Math.floor(100 * this.#share)} %`;
    const line = `${frame} ${this.#doing} …${share} ${(elapsed / 1000).toFixed(1)} s`;
    this.#stream.write(`\r${fit(line, columnsOf(this.#stream) - 1)}\u001b[K`);
  }

  #tell(): void {
    if (performance.now() - this.#started < SILENT_FOR_MS || this.#told === this.#doing) return;
    this.#told = this.#doing;
    this.#stream.write(`decidable: ${fit(this.#doing, 200)} …\n`);
  }
}
