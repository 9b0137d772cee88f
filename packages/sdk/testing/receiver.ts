import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface Receiver {
  readonly endpoint: string;
  readonly received: Received[];
  /** How the next requests are answered; 200 and `{}` when there is nothing to say. */
  answer: (request: Received, reply: ServerResponse) => void;
  /** Resolves when so many requests have come. */
  requests(count: number): Promise<void>;
  close(): Promise<void>;
}

export function reply(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** An HTTP server that keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const item = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
    received.push(item);
    receiver.answer(item, response);
    waiting = waiting.filter(({ count, resolve }) => received.length < count || resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    received,
    answer: (_, response) => reply(response, 200, {}),
    requests: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/**
 * What `localStorage` is to a browser: shared by the pages that are given the same one. It begins with what is in
 * another, if told so.
 */
export function memoryArea(beginning?: Storage): Storage {
  const values = new Map<string, string>();
  if (beginning) for (const key of Object.keys(beginning)) values.set(key, beginning.getItem(key)!);
  const methods = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
    key: (index: number) => [...values.keys()][index] ?? null,
  };
  return new Proxy(methods as Storage, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      values.has(String(key))
        ? { enumerable: true, configurable: true, value: values.get(String(key)) }
        : undefined,
  });
}
