/** What a call may be told, beside its request. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, its retries included. */
  readonly timeout?: number;
  /** How often the call is sent again at most, where that is safe. */
  readonly retries?: number;
  /** Headers of the shopper's request, such as `user-agent` and `referer`, from which the service takes the context. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientOptions {
  /** The base address of the interface, such as `https://decidable.example/api/v1`. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly organizationId: string;
  /** Milliseconds for a whole call; 10,000 unless given. */
  readonly timeout?: number;
  /** Milliseconds for a whole grading; 120,000 unless given. */
  readonly gradingTimeout?: number;
  /** How often a call is sent again at most, where that is safe; 2 unless given. */
  readonly retries?: number;
  /** In place of the `fetch` of Node.js, for instance to go through a proxy. */
  readonly fetch?: typeof fetch;
}

export interface Settings {
  /** Without a slash at the end. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly timeout: number;
  readonly gradingTimeout: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
}

/** The longest time of a timer of Node.js; a longer one would fire at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Far more than any deadline leaves time for. Set by hand. */
const MOST_RETRIES = 100;

function refuse(problem: string): never {
  throw new TypeError(`@decidable/node: ${problem}`);
}

function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    refuse(`\`${name}\` must be a whole number from ${least} to ${most}.`);
  return value;
}

const timeoutOf = (name: string, value: number): number => wholeNumber(name, value, 1, LONGEST_TIMEOUT);
const retriesOf = (value: number): number => wholeNumber('retries', value, 0, MOST_RETRIES);

function text(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') refuse(`\`${name}\` is missing.`);
  return value.trim();
}

function endpointOf(value: unknown): string {
  const given = text('endpoint', value);
  const example = 'such as https://decidable.example/api/v1';
  if (!URL.canParse(given)) refuse(`\`endpoint\` must be an address, ${example}.`);
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    refuse(`\`endpoint\` must begin with https:// or http://, ${example}.`);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    refuse(`\`endpoint\` must be the base address alone, ${example}.`);
  return url.href.replace(/\/+$/, '');
}

/** @throws TypeError that names the option and what it takes */
export function settingsOf(options: ClientOptions): Settings {
  const apiKey = text('apiKey', options.apiKey);
  // Headers take nothing else; the error of `fetch` would quote the key.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) refuse('`apiKey` has a character that no key has.');
  return {
    endpoint: endpointOf(options.endpoint),
    apiKey,
    organizationId: text('organizationId', options.organizationId),
    timeout: timeoutOf('timeout', options.timeout ?? 10_000),
    gradingTimeout: timeoutOf('gradingTimeout', options.gradingTimeout ?? 120_000),
    retries: retriesOf(options.retries ?? 2),
    fetch: options.fetch ?? fetch,
  };
}

/** The deadline and the retries of one call. */
export function boundsOf(
  settings: Settings,
  isGrading: boolean,
  options: CallOptions,
): { readonly timeout: number; readonly retries: number } {
  const usual = isGrading ? settings.gradingTimeout : settings.timeout;
  return {
    timeout: timeoutOf('timeout', options.timeout ?? usual),
    retries: retriesOf(options.retries ?? settings.retries),
  };
}
