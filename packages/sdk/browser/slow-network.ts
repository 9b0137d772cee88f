import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A network between browser and service on which every request takes longer. */
export interface SlowNetwork {
  readonly address: string;
  /** What happened, in order: `POST /api/v1/search` when a request arrives, `answered POST /api/v1/search` when its answer leaves. */
  readonly events: string[];
  close(): Promise<void>;
}

/**
 * A proxy in front of the service.
 *
 * @param latency ms by which a request arrives later, preflights included
 */
export async function slowNetwork(service: string, latency: number): Promise<SlowNetwork> {
  const events: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const name = `${method} ${url}`;
    events.push(name);
    setTimeout(() => {
      const passed = ask(new URL(url, service), { method, headers }, (answer) => {
        events.push(`answered ${name}`);
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      // A page that was left.
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    }, latency);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
