import { optional } from '../setting-readers.ts';

/** What the samplers are called by; those that begin with `parentbased_` follow the caller's decision. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/*
 * The settings of traces, by the names that OpenTelemetry gives them. They are checked where traces are exported only
 * (`readTracing`): on a machine of many programs they may be meant for others.
 */
export const tracingSettings = [
  {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    standard: undefined,
    meaning:
      'Address of an OpenTelemetry collector, `http://collector:4318`: traces are exported to its `/v1/traces` by OTLP/HTTP. Without it there are none.',
    read: optional,
  },
  {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    standard: undefined,
    meaning: 'The same for traces alone, with the whole path. It goes before the other.',
    read: optional,
  },
  {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    standard: 'http/protobuf',
    meaning: 'How spans are sent; `http/protobuf` is the one that there is.',
    read: optional,
  },
  {
    variable: 'OTEL_SERVICE_NAME',
    standard: undefined,
    meaning:
      'Name of the service in its traces. Default: `service.name` of `OTEL_RESOURCE_ATTRIBUTES`, or decidable.',
    read: optional,
  },
  {
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    standard: undefined,
    meaning:
      'What else is said of the service in its traces, `deployment.environment.name=production,service.namespace=shop`.',
    read: optional,
  },
  {
    variable: 'OTEL_TRACES_SAMPLER',
    standard: 'parentbased_always_on',
    meaning: `Which traces are recorded: one of ${SAMPLERS.join(', ')}. Those with \`parentbased_\` do as the caller has decided.`,
    read: optional,
  },
  {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    standard: '1',
    meaning: 'Share of the traces that samplers with `traceidratio` record, 0 to 1.',
    read: optional,
  },
  {
    variable: 'OTEL_TRACES_EXPORTER',
    standard: 'otlp',
    meaning: '`none` exports no traces, whatever the other settings say.',
    read: optional,
  },
  {
    variable: 'OTEL_SDK_DISABLED',
    standard: 'false',
    meaning: '`true` does the same.',
    read: optional,
  },
  {
    variable: 'OTEL_BSP_SCHEDULE_DELAY',
    standard: '5000',
    meaning: 'How long spans wait for others of their batch, in ms.',
    read: optional,
  },
  {
    variable: 'OTEL_BSP_MAX_QUEUE_SIZE',
    standard: '2048',
    meaning: 'Spans that wait to be exported at most; more are dropped.',
    read: optional,
  },
  {
    variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    standard: '512',
    meaning: 'Spans of one batch at most.',
    read: optional,
  },
] as const;
