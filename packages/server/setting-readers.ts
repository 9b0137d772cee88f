import { isIP } from 'node:net';

/** A limit of `rate` requests a second on average, of which `burst` may come at once. */
export interface RateLimit {
  readonly rate: number;
  readonly burst: number;
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** The value of a setting, or a description of the values that it accepts. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

/** Text that is shown in a message: a setting may hold a password by mistake, so only harmless text is quoted. */
const shown = (text: string) =>
  text.length <= 20 && /^[\w.:/%-]*$/.test(text) ? `"${text}"` : 'what was given';

/** A whole number from `low` to `high`. */
export const whole =
  (low: number, high: number) =>
  (text = ''): Read<number> =>
    /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high
      ? { value: Number(text) }
      : { problem: `must be a whole number from ${low} to ${high}, not ${shown(text)}.` };

/** A share from 0 to 1. */
export const share = (text = ''): Read<number> =>
  /^\d*\.?\d+$/.test(text) && Number(text) <= 1
    ? { value: Number(text) }
    : { problem: `must be a share from 0 to 1, such as 0.01, not ${shown(text)}.` };

/** `rate:burst`, such as `20:60`. */
export const rate = (text = ''): Read<RateLimit> => {
  const parts = /^(\d*\.?\d+):(\d+)$/.exec(text);
  const [limit, burst] = [Number(parts?.[1]), Number(parts?.[2])];
  return limit > 0 && limit <= 1e9 && burst >= 1 && burst <= 1e9
    ? { value: { rate: limit, burst } }
    : {
        problem: `must be rate:burst, requests a second and how many may come at once, such as 20:60, not ${shown(text)}.`,
      };
};

export const levels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
export const level = (text = ''): Read<LogLevel> => {
  const found = levels.find((known) => known === text);
  return found ? { value: found } : { problem: `must be one of ${levels.join(', ')}, not ${shown(text)}.` };
};

/** Any text but an empty one. */
export const filled = (text = ''): Read<string> =>
  text.trim() === '' ? { problem: 'must not be empty.' } : { value: text };

/** A name of 1 to 64 characters without spaces. */
export const name = (text = ''): Read<string> =>
  /^[\w.-]{1,64}$/.test(text)
    ? { value: text }
    : {
        problem: `must be 1 to 64 letters, digits, dots, dashes and underscores, such as shop-1, not ${shown(text)}.`,
      };

/** The same, or none. */
export const optionalName = (text?: string): Read<string | undefined> =>
  text === undefined ? { value: undefined } : name(text);

/** The storage profile. */
export const profile = (text = ''): Read<'embedded' | 'cluster'> =>
  text === 'embedded' || text === 'cluster'
    ? { value: text }
    : { problem: `must be embedded or cluster, not ${shown(text)}.` };

/** Any text, or none: what uses it checks it. */
export const optional = (text?: string): Read<string | undefined> => ({ value: text });

/** Whether a text is an address of PostgreSQL. */
export function isPostgresAddress(text: string): boolean {
  return URL.canParse(text) && ['postgresql:', 'postgres:'].includes(new URL(text).protocol);
}

/** Addresses and networks, separated by commas. */
export const networks = (text = ''): Read<readonly string[]> => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = parts.find((part) => {
    if (part === 'loopback' || part === 'linklocal' || part === 'uniquelocal') return false;
    const [address, bits, ...rest] = part.split('/');
    const family = isIP(address!);
    const top = family === 4 ? 32 : 128;
    return (
      family === 0 || rest.length > 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= top))
    );
  });
  return wrong === undefined
    ? { value: parts }
    : {
        problem: `must list addresses or networks such as 10.0.0.0/8, separated by commas; ${shown(wrong)} is neither.`,
      };
};
