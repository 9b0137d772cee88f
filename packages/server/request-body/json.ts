import { isAscii } from 'node:buffer';
import { InvalidInput } from '../errors.ts';
import { refuseInfinities } from './numbers.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const asciiOf = (bytes: Uint8Array): string =>
  (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    'latin1',
  );

const example = 'Send a JSON object, such as {"sessionId": "…"}.';

/** Characters that some stores cannot keep: unpaired surrogates and U+0000. In a JSON text they can only be escaped. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

const keepable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return keepable(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [keepable(name), cleaned(inner)]));
}

/**
 * Reads a body as JSON. Unpaired surrogates and U+0000 become U+FFFD, as in any encoding to UTF-8.
 *
 * @throws InvalidInput when it is empty, is not UTF-8 or is not JSON, or has a number that JSON cannot keep
 */
export function parseJson(bytes: Uint8Array | undefined): unknown {
  requireBytes(bytes);
  let text: string;
  try {
    // Most bodies are ASCII, which needs no decoding.
    text = isAscii(bytes) ? asciiOf(bytes) : utf8.decode(bytes);
  } catch {
    throw new InvalidInput('The body is not valid UTF-8. Encode it as UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') throw new InvalidInput(`The body is empty. ${example}`);
    throw new InvalidInput(`The body is not valid JSON${whereIn(text, error)}. ${example}`);
  }
  refuseInfinities(text, value);
  if (!text.includes('\\u') || !suspicious.test(text)) return value;
  try {
    return cleaned(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidInput('The body is nested too deeply. Flatten it.');
  }
}

/** @throws InvalidInput when there is no body */
export function requireBytes(bytes: Uint8Array | undefined): asserts bytes is Uint8Array {
  if (bytes === undefined || bytes.byteLength === 0) {
    throw new InvalidInput(`The body is empty. ${example}`);
  }
}

/** The position of the first fault, without quoting the body. */
function whereIn(text: string, error: unknown): string {
  const position = Number(/at position (\d+)/.exec(String((error as Error).message))?.[1] ?? Number.NaN);
  if (Number.isNaN(position)) return text.length === 0 ? '' : ': it ends too early or has a stray character';
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `: the first fault is in line ${line}, character ${position - before.lastIndexOf('\n')}`;
}
