import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The baseline of the service: `node:http` alone. It reads the body, parses it as JSON, and answers the same JSON as
 * the service, serialised for each request. `node bare.ts ANSWER` prints the port.
 *
 * `node bare.ts ANSWER FOLDER` also keeps each body before it answers, those of a turn of the event loop in one
 * transaction with one fsync: what a service costs at least whose answers are durable.
 */
const answer: unknown = JSON.parse(process.argv[2] ?? '{}');
const folder = process.argv[3];
const afterwards = folder === undefined ? (answered: () => void) => answered() : durably(folder);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    JSON.parse(body);
    afterwards(() => {
      const json = JSON.stringify(answer);
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    }, body);
  });
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));

/** Keeps bodies in a store of its own, and calls back once they are on the disk. */
function durably(folder: string): (answered: () => void, body: string) => void {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE kept (body TEXT) STRICT');
  const insert = database.prepare('INSERT INTO kept VALUES (?)');
  let waiting: { readonly answered: () => void; readonly body: string }[] = [];
  const commit = () => {
    const group = waiting;
    waiting = [];
    database.exec('BEGIN');
    for (const { body } of group) insert.run(body);
    database.exec('COMMIT');
    for (const { answered } of group) answered();
  };
  return (answered, body) => {
    if (waiting.length === 0) setImmediate(commit);
    waiting.push({ answered, body });
  };
}
