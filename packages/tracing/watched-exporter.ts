import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** What became of exports. */
export interface ExportObserver {
  /** An export failed, and the one before did not. */
  failed?(error: Error): void;
  /** An export went well, and the one before did not. */
  recovered?(): void;
}

/** An exporter that tells when it begins to fail and when it does so no more: a collector that is away fails each batch. */
export class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #observer: ExportObserver;
  #isFailing = false;

  constructor(exporter: SpanExporter, observer: ExportObserver) {
    this.#exporter = exporter;
    this.#observer = observer;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      const isFailing = result.code === ExportResultCode.FAILED;
      if (isFailing && !this.#isFailing)
        this.#observer.failed?.(result.error ?? new Error('The export failed.'));
      else if (!isFailing && this.#isFailing) this.#observer.recovered?.();
      this.#isFailing = isFailing;
      // The batch is given up either way, and its failure is told here.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}
