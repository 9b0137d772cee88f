import { type ManagementEndpoint, managementPath } from '@decidable/contract/management';
import type { Loose } from './running-service.ts';

export interface ManagementAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
  readonly text: string;
}

export interface ManagementCallOptions {
  readonly params?: object;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a browser does for a page of the dashboard: keeps cookies, and sends the token against forgery. */
export class SignedInBrowser {
  readonly #address: string;
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>();
  csrfToken = '';

  /** @param address of the service */
  constructor(address: string) {
    this.#address = address;
  }

  /** The cookies that are sent with a path. */
  cookieHeader(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  /**
   * A browser with the same cookies, as a thief of them has it.
   *
   * @param address of the service, where that has changed
   */
  copied(address = this.#address): SignedInBrowser {
    const copy = new SignedInBrowser(address);
    for (const [name, cookie] of this.#cookies) copy.#cookies.set(name, cookie);
    copy.csrfToken = this.csrfToken;
    return copy;
  }

  /** @throws TypeError where a parameter of the path is missing */
  async call(
    { method, path, form }: Pick<ManagementEndpoint, 'method' | 'path' | 'form'>,
    { params = {}, query = {}, body, headers = {} }: ManagementCallOptions = {},
  ): Promise<ManagementAnswer> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value: unknown = (params as Readonly<Record<string, unknown>>)[name];
      if (typeof value !== 'string') throw new TypeError(`${path} needs ${name}.`);
      return encodeURIComponent(value);
    });
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const fullPath = `${managementPath}${filled}${search.size === 0 ? '' : `?${search}`}`;
    const cookie = this.cookieHeader(fullPath);
    const isUpload = form === 'upload';
    const response = await fetch(this.#address + fullPath, {
      method,
      headers: {
        ...(cookie !== '' && { cookie }),
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': this.csrfToken,
        ...(body !== undefined && {
          'content-type': isUpload ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isUpload ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    });
    this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, body: looseJson(text) };
    const token = answer.body?.csrfToken as unknown;
    if (typeof token === 'string') this.csrfToken = token;
    return answer;
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair, ...attributes] = cookie.split(';').map((part) => part.trim());
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      const path = attributes.find((part) => part.startsWith('Path='))?.slice('Path='.length) ?? '/';
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
  }
}

/** JSON, or undefined for what is none. */
function looseJson(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined as unknown as Loose;
    throw error;
  }
}
