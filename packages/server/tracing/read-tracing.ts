import { type Read, share, whole } from '../setting-readers.ts';
import { SAMPLERS, type tracingSettings } from './tracing-settings.ts';

/** How traces are made and exported. */
export interface TracingConfig {
  /** Where batches of spans are posted to. */
  readonly url: string;
  /** Attributes of what sends them; `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: (typeof SAMPLERS)[number];
  /** Of the traces, for samplers that take one; 0 to 1. */
  readonly share: number;
  readonly batches: {
    /** Spans that wait at most, and spans of one batch at most. */
    readonly waiting: number;
    readonly spans: number;
    /** How long the first span of a batch waits, in ms. */
    readonly delay: number;
  };
}

type Variable = (typeof tracingSettings)[number]['variable'];
type Given = Readonly<Record<Variable, string | undefined>>;

/** Spans that may wait at most: each takes 1 to 2 kB of the heap. Set by hand. */
const MOST_WAITING = 100_000;
const LONGEST_DELAY = 3_600_000;

/**
 * The configuration of traces; `undefined` where there are none, or where it cannot be used.
 *
 * @param problems gets what cannot be used, with the name of its setting and what it should look like
 */
export function readTracing(given: Given, problems: string[]): TracingConfig | undefined {
  const own = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const isOff = given.OTEL_TRACES_EXPORTER === 'none' || given.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  if (isOff || (own ?? given.OTEL_EXPORTER_OTLP_ENDPOINT) === undefined) return undefined;

  const wrong: string[] = [];
  const read = <T>(variable: Variable, reader: (text?: string) => Read<T>, otherwise: T): T => {
    const result = reader(given[variable]);
    if ('value' in result) return result.value;
    wrong.push(`${variable} ${result.problem}`);
    return otherwise;
  };
  read('OTEL_TRACES_EXPORTER', oneOf(['otlp', 'none']), 'otlp');
  read('OTEL_EXPORTER_OTLP_PROTOCOL', oneOf(['http/protobuf']), 'http/protobuf');
  const url =
    own === undefined
      ? read('OTEL_EXPORTER_OTLP_ENDPOINT', address('v1/traces'), '')
      : read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', address(''), '');
  const attributes = read('OTEL_RESOURCE_ATTRIBUTES', resourceAttributes, {});
  const name = given.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'decidable';
  const waiting = read('OTEL_BSP_MAX_QUEUE_SIZE', whole(1, MOST_WAITING), 1);
  const spans = read('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', whole(1, MOST_WAITING), 1);
  const config: TracingConfig = {
    url,
    resource: { ...attributes, 'service.name': name },
    sampler: read('OTEL_TRACES_SAMPLER', oneOf(SAMPLERS), 'always_off'),
    share: read('OTEL_TRACES_SAMPLER_ARG', share, 0),
    batches: {
      waiting,
      spans: Math.min(spans, waiting),
      delay: read('OTEL_BSP_SCHEDULE_DELAY', whole(0, LONGEST_DELAY), 0),
    },
  };
  problems.push(...wrong);
  return wrong.length === 0 ? config : undefined;
}

const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text?: string): Read<Value> => {
    const value = values.find((known) => known === text);
    return value === undefined
      ? { problem: `must be ${values.join(' or ')} where traces are exported.` }
      : { value };
  };

/** An address by HTTP, with a path added to it. A password in it is not repeated. */
const address =
  (added: string) =>
  (text = ''): Read<string> => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !['http:', 'https:'].includes(url.protocol))
      return { problem: 'must be an address such as http://collector:4318.' };
    if (added !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}/${added}`;
    return { value: url.href };
  };

/** `name=value` pairs with commas between them, in which a comma of a value is `%2C`. */
function resourceAttributes(text = ''): Read<Readonly<Record<string, string>>> {
  const attributes: Record<string, string> = {};
  for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, value = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
    try {
      if (name === undefined) throw new URIError();
      attributes[decodeURIComponent(name)] = decodeURIComponent(value.trim());
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return {
        problem: 'must be a list such as deployment.environment.name=production,service.namespace=shop.',
      };
    }
  }
  return { value: attributes };
}
