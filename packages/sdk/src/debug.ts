import type { Note } from './client.ts';

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
