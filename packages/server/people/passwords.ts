import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { InvalidInput } from '../errors.ts';

/**
 * Argon2id with 19 MiB, two passes and one lane: the least that the OWASP Password Storage Cheat Sheet recommends. It takes
 * some 30 ms of a thread of the pool.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes that are computed at once: each takes its memory, and a thread that others wait for. Set by hand. */
const AT_ONCE = 2;

/** NIST SP 800-63B-4 asks for at least 8 characters, 15 where nothing else protects; nobody remembers 1,000. */
const SHORTEST = 10;
const LONGEST = 256;

/** @throws InvalidInput for one that is too short or too long */
export function acceptablePassword(password: string): string {
  const length = [...password].length;
  if (length < SHORTEST) throw new InvalidInput(`password: use at least ${SHORTEST} characters.`);
  if (length > LONGEST) throw new InvalidInput(`password: use at most ${LONGEST} characters.`);
  return password;
}

const derive = promisify(argon2);
let running = 0;
const waiting: (() => void)[] = [];

async function hashed(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    // The same characters may be typed in two Unicode forms.
    return await derive('argon2id', { ...parameters, message: Buffer.from(password.normalize('NFKC')) });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The hash of a password in the PHC string format, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashed(password, {
    nonce: salt,
    parallelism: LANES,
    tagLength: HASH_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/**
 * Whether a password has this hash.
 *
 * @param stored a hash in the PHC string format; without one the same work is done, and the answer is no
 * @throws RangeError for a text that is no such hash
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const phc = PHC.exec(stored ?? NOBODYS);
  if (phc === null) throw new RangeError('A stored password hash is not in the PHC string format.');
  const [, memory, passes, parallelism, salt, hash] = phc;
  const expected = Buffer.from(hash, 'base64');
  const found = await hashed(password, {
    nonce: Buffer.from(salt, 'base64'),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(found, expected) && stored !== undefined;
}

/** A hash of the form of all others, so that an unknown address takes as long as a wrong password. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;
