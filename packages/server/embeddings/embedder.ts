/** Turns texts into vectors whose directions tell what the texts mean. */
export interface Embedder {
  /** Names the model, and what else decides the vectors: those of another name are not compared with these. */
  readonly model: string;
  /**
   * The vectors of texts, in their order, all of as many dimensions. Any number of texts.
   *
   * @throws EmbeddingFailed; the reason of `signal` when that is aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

/** An embedder could not answer. The message names no text and no key. */
export class EmbeddingFailed extends Error {
  /** Whether the same call may succeed later. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddingFailed';
    this.isTransient = isTransient;
  }
}

/** What embedders report to the metrics. */
export interface EmbeddingObserver {
  /** A call of so many texts was answered, or failed. */
  called(call: { readonly texts: number; readonly milliseconds: number; readonly failed: boolean }): void;
  /** The breaker before the embedder changed its state. */
  breaker(state: 'closed' | 'half-open' | 'open'): void;
}
