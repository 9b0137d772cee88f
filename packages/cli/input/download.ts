import { EXPORT_LIMITS } from '@decidable/exports';
import { BadInput, systemCode } from '../fault.ts';
import { arriving, type GivenFile } from '../input.ts';
import { Progress } from '../terminal/progress.ts';
import type { Asked } from './asking.ts';
import { type Following, fetchFollowing, shownAddress } from './redirects.ts';

/** Set by hand: large feeds take minutes, and a server that never answers must not keep a nightly run for hours. */
const MOST_SECONDS = 300;
const MOST_SECONDS_SILENT = 30;

/** Whether what was given is an address rather than a path. */
export const isUrl = (given: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(given);

/**
 * Downloads a file over HTTP or HTTPS, with progress on standard error.
 *
 * @param most the bytes that are taken
 * @throws BadInput with what is wrong with the address or the answer
 */
export async function download(
  address: string,
  most: number,
  {
    seconds = MOST_SECONDS,
    secondsSilent = MOST_SECONDS_SILENT,
    ...following
  }: { readonly seconds?: number; readonly secondsSilent?: number } & Omit<Following, 'onAsk'> = {},
): Promise<GivenFile> {
  const url = addressOf(address);
  const name = shownAddress(url);
  /** The address that was asked last, with those that led to it. */
  let asked = name;
  const progress = new Progress(process.stderr);
  progress.now(`downloading ${name}`);
  const silence = new AbortController();
  const limit = AbortSignal.timeout(seconds * 1000);
  let timer = setTimeout(() => silence.abort(), secondsSilent * 1000);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), secondsSilent * 1000);
  };
  try {
    const signal = AbortSignal.any([silence.signal, limit]);
    const answer = await fetchFollowing(url, signal, {
      ...following,
      onAsk: (next) => {
        asked += `, redirected to ${shownAddress(next)}`;
      },
    });
    if (answer.status < 200 || answer.status > 299)
      throw new BadInput(`${asked}: the server answered ${answer.status}${reason(answer)}.`);
    const stated = Number(answer.headers['content-length'] ?? 0);
    const isPlain = answer.headers['content-encoding'] === undefined;
    const chunks = heardChunks(answer.body as AsyncIterable<Uint8Array>, (bytes) => {
      heard();
      if (stated > 0 && isPlain) progress.done(bytes / stated);
    });
    const limits = { ...EXPORT_LIMITS, bytes: most };
    return { name, bytes: await arriving(asked, chunks, stated, limits) };
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const why = silence.signal.aborted
      ? `the server sent nothing for ${secondsSilent} seconds. Try again later.`
      : limit.aborted
        ? `the download took more than ${seconds} seconds. Download the file yourself, and give its path.`
        : fault(error);
    throw new BadInput(`${asked}: ${why}`, { cause: error });
  } finally {
    clearTimeout(timer);
    progress.end();
  }
}

/** The same chunks. Each arrival is told with the bytes until then. */
async function* heardChunks(body: AsyncIterable<Uint8Array>, hear: (bytes: number) => void) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    hear(bytes);
    yield chunk;
  }
}

function addressOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new BadInput(`${address}: give a path, or an address that begins with https:// or http://.`);
}

const reason = ({ status, statusText }: Asked): string => {
  if (status === 401 || status === 403) return ': it wants a password or a key in the address';
  if (status === 404 || status === 410) return ': there is no such file';
  return statusText === '' ? '' : ` (${statusText})`;
};

function fault(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such server. Check the address.';
  if (code === 'ECONNREFUSED') return 'the server refuses connections. Check the address and its port.';
  return `it cannot be downloaded (${error.message}).`;
}
