import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import { type Embedder, EmbeddingFailed, type EmbeddingObserver } from './embedder.ts';

/** Texts of one call: few enough that its answer is parsed in a few ms. Set by hand. */
const BATCH = 16;
/** Bytes of an answer: sixteen vectors of 4,096 numbers of 20 characters, and again as much. Set by hand. */
const MAX_ANSWER = 4 * 1024 * 1024;
/** Dimensions of a vector, at most: sums of products of bytes stay whole numbers of 32 bits. */
const MAX_DIMENSIONS = 16_384;
/** Tries of one call, the first one included, and the failures in a row after which none is made for a while. Set by hand. */
const TRIES = 4;
const FAILURES_IN_A_ROW = 8;
const SPARED_FOR = 10_000;
/** How long one call may take, in ms. Set by hand: a large model on a processor takes seconds for a batch. */
const PATIENCE = 30_000;

export interface HttpEmbedderOptions {
  /** The address that texts are posted to, such as `http://localhost:8080/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  readonly observer?: EmbeddingObserver | undefined;
  /** Time before the first retry, in ms; it doubles with each. */
  readonly pause?: number;
  /** How long one call may take, in ms. */
  readonly patience?: number;
  /** How long no call is made after failures in a row, in ms. */
  readonly sparedFor?: number;
}

const isTransient = (error: unknown): boolean => error instanceof EmbeddingFailed && error.isTransient;

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const;

/**
 * An embedder behind HTTP: `POST { model, input: [text, …] }`, answered with `{ data: [{ index, embedding: [number, …] }, …] }`, as
 * self-hosted servers of models and most vendors do. Calls are of at most sixteen texts, one after the other. A call that may
 * succeed later (429, 5xx, no answer) is tried again, after pauses that double, and after failures in a row none is made for ten
 * seconds.
 */
export class HttpEmbedder implements Embedder {
  readonly model: string;
  readonly #options: HttpEmbedderOptions;
  readonly #policy;

  constructor(options: HttpEmbedderOptions) {
    this.model = options.model;
    this.#options = options;
    const { observer, pause = 250, sparedFor = SPARED_FOR } = options;
    const breaker = circuitBreaker(handleWhen(isTransient), {
      halfOpenAfter: sparedFor,
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
    });
    observer?.breaker('closed');
    breaker.onStateChange((state) => observer?.breaker(STATES[state]));
    const again = retry(handleWhen(isTransient), {
      maxAttempts: TRIES - 1,
      backoff: new ExponentialBackoff({ initialDelay: pause, maxDelay: 16 * pause }),
    });
    this.#policy = wrap(again, breaker);
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      const batch = texts.slice(at, at + BATCH);
      vectors.push(...(await this.#call(batch, signal)));
      if (vectors.some(({ length }) => length !== vectors[0].length)) {
        throw new EmbeddingFailed('The embeddings of one model have different numbers of dimensions.', false);
      }
    }
    return vectors;
  }

  async #call(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    try {
      return await this.#policy.execute(() => {
        signal.throwIfAborted();
        return this.#observed(texts, signal);
      }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new EmbeddingFailed('The embeddings are not asked for: the last calls failed.', true, {
        cause: error,
      });
    }
  }

  async #observed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { observer } = this.#options;
    const since = performance.now();
    let failed = true;
    try {
      const vectors = vectorsIn(await this.#post(texts, signal), texts.length);
      failed = false;
      return vectors;
    } finally {
      observer?.called({ texts: texts.length, milliseconds: performance.now() - since, failed });
    }
  }

  /** @returns the JSON of the answer */
  async #post(input: readonly string[], signal: AbortSignal): Promise<string> {
    const { url, model, key, patience = PATIENCE } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input }),
        // The key goes to the address of the setting alone.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      const { status } = response;
      if (status === 200) return await textOf(response);
      await response.body?.cancel();
      throw new EmbeddingFailed(`The embeddings answered ${status}.`, status === 429 || status >= 500);
    } catch (error) {
      if (error instanceof EmbeddingFailed) throw error;
      signal.throwIfAborted();
      throw new EmbeddingFailed('The embeddings did not answer.', true, { cause: error });
    }
  }
}

/** The text of an answer, while it is no longer than it may be. */
async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MAX_ANSWER) throw new EmbeddingFailed('The answer of the embeddings is too long.', false);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

const MALFORMED =
  'The embeddings did not answer with { data: [{ index, embedding: [number, …] }, …] }, one a text.';

/** The vectors of an answer, in the order of the texts. @throws EmbeddingFailed for another answer */
function vectorsIn(json: string, count: number): readonly Float32Array[] {
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch (error) {
    throw new EmbeddingFailed(MALFORMED, false, { cause: error });
  }
  const data = answer !== null && typeof answer === 'object' && 'data' in answer ? answer.data : undefined;
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  if (!Array.isArray(data) || data.length !== count) throw new EmbeddingFailed(MALFORMED, false);
  for (const [place, entry] of data.entries()) {
    const { index = place, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
    const isVector =
      Array.isArray(embedding) &&
      embedding.length > 0 &&
      embedding.length <= MAX_DIMENSIONS &&
      embedding.every((each) => Number.isFinite(each));
    if (!isVector || typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) {
      throw new EmbeddingFailed(MALFORMED, false);
    }
    vectors[index] = Float32Array.from(embedding as number[]);
  }
  return vectors as Float32Array[];
}
