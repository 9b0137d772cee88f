import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The baseline of the service: `node:http` alone. It reads the body, parses it as JSON, and answers the same JSON as
 * the service, serialised for each request. `node bare.ts ANSWER` prints the port.
 */
const answer: unknown = JSON.parse(process.argv[2] ?? '{}');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    const json = JSON.stringify(answer);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
  });
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
