import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type SamplerName, samplerOf } from './sampler.ts';
import { watchSdk } from './sdk-warnings.ts';
import { Spans } from './spans.ts';
import { type ExportObserver, WatchedExporter } from './watched-exporter.ts';

export interface TracerOptions {
  /** Where batches are posted to, by OTLP/HTTP in protobuf: an address that ends in `/v1/traces`, as a rule. */
  readonly url: string;
  /** What sends the traces: `service.name` and other attributes of the resource. */
  readonly resource: Readonly<Record<string, string>>;
  readonly version: string;
  readonly sampler: SamplerName;
  /** Of the traces, for samplers that take one; 0 to 1. */
  readonly share: number;
  readonly batches: {
    /** Spans that wait at most; beyond that they are dropped. */
    readonly waiting: number;
    /** Spans of one batch at most, and how long the first of them waits, in ms. */
    readonly spans: number;
    readonly delay: number;
  };
  readonly observer?: ExportObserver & {
    /** The SDK warns of something, such as spans that were dropped as too many waited; once a minute at most. */
    warned?(message: string): void;
  };
}

/** How long a collector that does not answer holds up the end, in ms. Set by hand. */
const PATIENCE = 2_000;

/**
 * Opens what makes and exports spans. The environment is read for what concerns the connection alone:
 * `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION`, `_CERTIFICATE` and the like.
 */
export function openTracer({ url, resource, version, sampler, share, batches, observer }: TracerOptions) {
  const unwatch = watchSdk((message) => observer?.warned?.(message));
  const exporter = new WatchedExporter(new OTLPTraceExporter({ url }), observer ?? {});
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, share),
    resource: defaultResource().merge(resourceFromAttributes({ 'service.version': version, ...resource })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: batches.waiting,
        maxExportBatchSize: batches.spans,
        scheduledDelayMillis: batches.delay,
      }),
    ],
  });
  const spans = new Spans(provider.getTracer('decidable', version));
  return {
    request: spans.request.bind(spans),
    child: spans.child.bind(spans) as Spans['child'],
    recordEnded: spans.recordEnded.bind(spans),
    get isRecording() {
      return spans.isRecording;
    },
    /** Exports what is left, and waits for it two seconds at most. */
    async close(): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE);
      });
      try {
        await Promise.race([provider.shutdown(), patience]);
      } catch (error) {
        // The service stops all the same.
        observer?.failed?.(error instanceof Error ? error : new Error(String(error)));
      } finally {
        clearTimeout(timer);
        unwatch();
      }
    },
  };
}
