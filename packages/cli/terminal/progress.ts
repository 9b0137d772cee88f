import { columnsOf, fit } from './layout.ts';

/** Shorter work shows no progress. Set by hand. */
const SILENT_FOR_MS = 1000;
const REDRAW_MS = 100;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The part of standard error that is used. */
interface Shown {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Shows progress on standard error after one second: one line that is redrawn on a terminal, one line per
 * stage in a log.
 */
export class Progress {
  readonly #stream: Shown;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #doing = 'starting';
  /** Share of the stage that is done, 0 to 1; `undefined` where it is unknown. */
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

  /**
   * Reports the share that is done, 0 to 1. Values of 0, and a stage that finishes in one step, are not
   * shown.
   */
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
