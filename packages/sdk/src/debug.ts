import type { Note, Told } from './client.ts';
import type { Config, FallbackReason } from './types.ts';

/** The answer of a call in a few words: what a developer looks for first. */
function summaryOf(body: Record<string, unknown>): string {
  const { personas, items, results, suggestions, warnings } = body as Record<
    string,
    readonly unknown[] | undefined
  >;
  const [persona] = (personas ?? []) as readonly { label?: string }[];
  const counts = Object.entries({ items, results, suggestions, warnings }).flatMap(([name, list]) =>
    list?.length ? [`${list.length} ${name}`] : [],
  );
  return [...(persona?.label ? [persona.label] : []), ...counts].join(', ');
}

/** Prints a call with its answer, or why the page goes on without one, to the console. */
export function print(note: Note): void {
  if (!('outcome' in note)) {
    const { path, reason, message } = note;
    console.warn(`Decidable ${path} falls back: ${reason}${message ? `. ${message}` : ''}`);
    return;
  }
  const { path, json, outcome, response, took } = note;
  const line = `Decidable ${path} ${response?.status ?? 'without answer'} in ${Math.round(took)} ms`;
  const about = { sent: JSON.parse(json), correlationId: response?.headers.get('x-correlation-id') };
  if (outcome.reason) console.warn(`${line}: ${outcome.message ?? outcome.reason}`, about);
  else console.info(`${line}: ${summaryOf(outcome.body)}`, { ...about, answer: outcome.body });
}

/** What `init` takes. */
const SETTINGS: readonly string[] = [
  'apiKey',
  'organizationId',
  'endpoint',
  'autoTrack',
  'consent',
  'timeout',
  'debug',
  'markup',
  'dataLayer',
  'jsonLd',
  'sessionId',
  'cookieDomain',
  'onError',
] satisfies (keyof Config)[];

/** Small letters alone: "organisation-id" and "organisationID" are one name. */
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Whether a name may be a misspelt setting: as many letters, of which two at most differ. */
function isLike(name: string, setting: string): boolean {
  const [one, other] = [lettersOf(name), lettersOf(setting)];
  return one.length === other.length && [...one].filter((letter, at) => letter !== other[at]).length < 3;
}

/** What is wrong with the settings that `init` was given. */
function faultsOf(given: Config, isMissing: boolean, longest: number): string {
  const { apiKey, organizationId, timeout = 1 } = given;
  const faults = Object.keys(given)
    .filter((name) => !SETTINGS.includes(name))
    .map(
      (name) => `${name} is no setting; ${SETTINGS.find((setting) => isLike(name, setting)) ?? SETTINGS} is`,
    );
  if (!apiKey || !organizationId) faults.push('it needs apiKey and organizationId');
  else if (isMissing) faults.push('it needs endpoint in a bundle');
  if (!(timeout > 0 && timeout < longest)) faults.push(`timeout must be above 0 and below ${longest} ms`);
  return faults.join('. ');
}

const FAULTS: Readonly<Partial<Record<FallbackReason, string>>> = {
  not_initialised: 'came before init({ apiKey, organizationId })',
  unauthorized: 'may not be called with this key, and the page sends no more',
  refused: 'is refused',
};

/**
 * Says in the console what the page has to mend, if anything.
 *
 * @param given to `init`, where that is what went wrong
 * @param longest a timeout is below it, ms
 */
export function explain({ path, reason, message }: Told, given: Config | undefined, longest: number): void {
  const what = path === 'init' ? 'failed' : FAULTS[reason];
  const fault = given
    ? faultsOf(given, reason === 'not_initialised', longest)
    : [what, message ?? []].flat().join(': ');
  if (fault)
    console.error(
      `Decidable ${path || 'call'}: ${fault.replace(/\.$/, '')}. See /docs/quick-start of the service.`,
    );
}
