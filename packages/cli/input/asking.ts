import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
  type RequestOptions,
} from 'node:http';
import { request as overHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** What a server answers. */
export interface Asked {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  /** Unpacked, where the server packed it for its way. */
  readonly body: Readable;
}

/**
 * Asks an address for its file, at one of these network addresses and at no other: `fetch` would resolve the name again.
 *
 * @param addresses of the host, at least one
 * @throws Error with the code of the system; `AbortError` whose cause is the reason of the signal
 */
export function ask(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Asked> {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const known: LookupFunction = (_host, { all }, told) =>
    all ? told(null, found) : told(null, found[0].address, found[0].family);
  const headers = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': 'decidable' };
  const options: RequestOptions = { lookup: known, agent: false, signal, headers };
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const asked = (url.protocol === 'https:' ? overHttps : overHttp)(url, options, (answer) =>
    resolve({
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      headers: answer.headers,
      body: unpacked(answer),
    }),
  );
  asked.once('error', reject).end();
  return promise;
}

function unpacked(answer: IncomingMessage): Readable {
  if (answer.headers['content-encoding'] !== 'gzip') return answer;
  // Whoever reads the end is told of what fails on the way.
  return pipeline(answer, createGunzip(), () => {});
}
