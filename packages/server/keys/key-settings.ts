import { InvalidInput } from '../errors.ts';

const LONGEST_LABEL = 128;
const SPAN_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** What a key is for. @throws InvalidInput for an empty or too long one */
export function keyLabel(text: string): string {
  if (text === '' || [...text].length > LONGEST_LABEL) throw new InvalidInput('Give 1 to 128 characters.');
  return text;
}

/** A web origin as browsers send it. @throws InvalidInput for what is none, or has more than an origin has */
export function keyOrigin(text: string): string {
  if (!URL.canParse(text)) throw new InvalidInput('Give an origin such as https://shop.example.');
  const url = new URL(text);
  if (url.origin === 'null' || url.pathname !== '/' || url.search + url.hash + url.username !== '') {
    throw new InvalidInput(
      `An origin is scheme, host and port only${url.origin === 'null' ? '' : `: ${url.origin}`}.`,
    );
  }
  return url.origin;
}

/**
 * When a key expires, in ms since the epoch.
 *
 * @param text an ISO 8601 time or day, or a span from now on: 90d, 12h
 * @throws InvalidInput for anything else, and for a time that has passed
 */
export function keyExpiry(text: string, now: number): number {
  const span = /^(\d+)\s*([mhdw])$/u.exec(text);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/u.test(text);
  const at = span ? now + Number(span[1]) * SPAN_MS[span[2]] : isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(new Date(at).getTime())) {
    throw new InvalidInput(
      'Give a time such as 2030-01-31T12:00:00Z, a day such as 2030-01-31, or a span: 90d, 12h.',
    );
  }
  if (at <= now) throw new InvalidInput('That time has passed.');
  return at;
}
