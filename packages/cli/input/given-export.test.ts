import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CatalogAuditResponse, CatalogVerifyResponse } from '@decidable/contract';
import { BadInput } from '../fault.ts';
import { decidable } from '../testing/command.ts';
import { download } from './download.ts';
import { isPrivate } from './redirects.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, contents: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, contents);
  return path;
}

const shirts = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => {
    const row = from + at;
    return `simple,s-${row},${row % 4 === 3 ? '' : ['red', 'green', 'blue'][row % 3]},${['S', 'M', 'L'][row % 3]}\n`;
  }).join('');
const HEADER = 'Type,sku,colour,size\n';

const audit = async (...args: readonly string[]): Promise<CatalogAuditResponse> => {
  const { code, stdout, stderr } = await decidable(['audit', ...args, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as CatalogAuditResponse;
};

test('files and folders are read as one export', async () => {
  const whole = await audit(await file('whole.csv', HEADER + shirts(0, 40)));
  const a = await file('parts/a.csv', HEADER + shirts(0, 15));
  const b = await file('parts/b.csv.gz', gzipSync(HEADER + shirts(15, 40)));
  await file('parts/notes.md', 'nothing');
  assert.equal(whole.products, 40);
  for (const args of [[a, b], [join(folder, 'parts')]]) {
    const { attributes, products } = await audit(...args);
    assert.deepEqual([products, attributes], [40, whole.attributes]);
  }
  await mkdir(join(folder, 'empty'), { recursive: true });
  const none = await decidable(['audit', join(folder, 'empty')]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /empty: this folder has no export \(\.csv/);
});

test('a fault of one of several files names it, with its line', async () => {
  const a = await file('faulty/a.csv', HEADER + shirts(0, 5));
  const b = await file('faulty/b.csv', `${HEADER}simple,"s\n`);
  const { code, stderr } = await decidable(['audit', a, b]);
  assert.equal(code, 2);
  assert.match(stderr, /b\.csv, line 2, column 2: A cell opens/);
  const c = await file('faulty/c.csv', `${HEADER}simple,,red,S\n`.repeat(1));
  const missing = await decidable(['audit', a, c, '--id', 'sku']);
  assert.match(missing.stderr, /c\.csv, line 2, column 2: The row has no id/);
});

test('--id names the column of ids, in both of two exports', async () => {
  const path = await file('ids.csv', HEADER + shirts(0, 40));
  const { warnings = [] } = await audit(path);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['id_column_found'],
  );
  const named = await audit(path, '--id', 'SKU');
  assert.deepEqual([named.products, named.warnings], [40, undefined]);
  const { stdout } = await decidable(['verify', path, path, '--id', 'sku', '--json']);
  assert.equal((JSON.parse(stdout) as CatalogVerifyResponse).products.common, 40);
  const wrong = await decidable(['audit', path, '--id', 'skuu']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /ids\.csv: There is no column "skuu".*Did you mean "sku"/);
});

test('decidable.json beside an export is read, --settings in its place, and flags before both', async () => {
  const path = await file('set/shop.csv', HEADER + shirts(0, 40));
  const settings = { id: 'sku', ignore: ['Type', 'size'], kinds: { colour: 'text' } };
  await file('set/decidable.json', JSON.stringify(settings));
  const first = await audit(path);
  assert.deepEqual([first.attributes, first.warnings], [[], undefined]);
  assert.deepEqual(
    first.notQuestions.map(({ attribute }) => attribute),
    ['colour'],
  );
  const flagged = await audit(path, '--kind', 'colour=category');
  assert.deepEqual(
    flagged.attributes.map(({ attribute }) => attribute),
    ['colour'],
  );
  const other = await file('other.json', JSON.stringify({ id: 'sku', ignroe: ['Type'] }));
  const { code, stdout, stderr } = await decidable(['audit', path, '--settings', other, '--json']);
  assert.equal(code, 0);
  assert.match(stderr, /other\.json: There is no setting "ignroe"; is "ignore" meant\?/);
  assert.equal((JSON.parse(stdout) as CatalogAuditResponse).attributes.length, 2);
  const broken = await file('broken.json', '{"id":3}');
  const refused = await decidable(['audit', path, '--settings', broken]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /broken\.json: "id" must be a text/);
});

test('standard input is read in any form', async () => {
  const rows = shirts(0, 12)
    .trim()
    .split('\n')
    .map((row) => row.split(','))
    .map(([, sku, colour, size]) => JSON.stringify({ sku, colour, size }));
  const { code, stdout } = await decidable(['audit', '-', '--json'], { stdin: rows.join('\n') });
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as CatalogAuditResponse).products, 12);
});

/** A server of the test's own, which answers each path in its own way. */
async function serving<Result>(work: (address: string) => Promise<Result>): Promise<Result> {
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/shop.csv')) {
      response.end(HEADER + shirts(0, 40));
    } else if (request.url?.startsWith('/packed')) {
      const packed = gzipSync(HEADER + shirts(0, 40));
      response.setHeader('content-encoding', 'gzip');
      response.end(request.url === '/packed' ? packed : packed.subarray(0, 30));
    } else if (request.url === '/endless') {
      response.write('x'.repeat(2_000));
      const more = setInterval(() => response.write('x'.repeat(2_000)), 5);
      response.on('close', () => clearInterval(more));
    } else if (request.url?.startsWith('/to?')) {
      response.writeHead(302, { location: decodeURIComponent(request.url.slice('/to?'.length)) }).end();
    } else if (request.url === '/silent') {
      response.write('id,');
    } else {
      response.statusCode = request.url === '/private' ? 403 : 404;
      response.end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an export is downloaded, and its key is not shown', () =>
  serving(async (address) => {
    const { code, stdout } = await decidable(['audit', `${address}/shop.csv?key=secret`], {
      env: { COLUMNS: '120' },
    });
    assert.equal(code, 0);
    assert.match(stdout, /40 products/);
    assert.doesNotMatch(stdout, /secret/);
    const none = await decidable(['audit', `${address}/none?key=secret`]);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /\/none: the server answered 404: there is no such file\./);
    assert.doesNotMatch(none.stderr, /secret/);
    await assert.rejects(download(`${address}/private`, 10), /answered 403: it wants a password/);
  }));

test('a redirect from a public to a private address is refused unless allowed, and both are named', () =>
  serving(async (address) => {
    // Names and addresses stand for servers elsewhere: the test reaches itself only.
    const { port } = new URL(address);
    const shop = `http://shop.example:${port}`;
    const resolve = async (host: string) => [host === 'shop.example' ? '127.0.0.1' : '127.0.0.2'];
    const within = { resolve, inside: (network: string) => network === '127.0.0.2' };
    const own = `http://own.example:${port}`;
    const to = (target: string) => `/to?${encodeURIComponent(target)}`;
    const inward = `${shop}${to(`${own}/shop.csv?key=secret`)}`;
    await assert.rejects(download(inward, 10_000, within), (error: Error) => {
      assert.equal(
        error.message,
        `${shop}/to: redirects to ${own}/shop.csv, an address of this machine or its network. Give that address, or allow it with --follow-private.`,
      );
      return true;
    });
    assert.ok(
      (await download(inward, 10_000, { resolve: async () => ['127.0.0.1'], toPrivate: true })).bytes.length >
        0,
    );
    assert.ok((await download(`${shop}${to('/shop.csv')}`, 10_000, within)).bytes.length > 0);
    // By way of a second public address.
    await assert.rejects(download(`${shop}${to(`${shop}${to(`${own}/x`)}`)}`, 9, within), /--follow-private/);
    // Whoever asks an address inside may be sent on inside.
    assert.ok((await download(`${address}${to('/shop.csv')}`, 10_000)).bytes.length > 0);
    await assert.rejects(download(`${address}${to('/private')}`, 10), {
      message: `${address}/to, redirected to ${address}/private: the server answered 403: it wants a password or a key in the address.`,
    });
    await assert.rejects(download(`${address}${to('file:///etc/hostname')}`, 10), /redirects to file:/);
  }));

test('a public server leads nobody inside by a name that has a private address as well, nor after one that was inside', () =>
  serving(async (address) => {
    const { port } = new URL(address);
    // The same server by another address, which stands for the network.
    const own = '::ffff:127.0.0.1';
    const hosts: Readonly<Record<string, readonly string[]>> = {
      'mixed.example': ['127.0.0.1', own],
      'shop.example': ['127.0.0.1'],
      'own.example': [own],
    };
    const within = {
      resolve: async (host: string) => hosts[host],
      inside: (network: string) => network === own,
    };
    const file = `http://own.example:${port}/shop.csv`;
    const by = (host: string, target: string) =>
      `http://${host}.example:${port}/to?${encodeURIComponent(target)}`;
    assert.ok((await download(by('own', file), 10_000, within)).bytes.length > 0);
    for (const way of [by('mixed', file), by('own', by('shop', file))])
      await assert.rejects(download(way, 10_000, within), /--follow-private/);
  }));

test('what is connected to is what was looked at, whatever a name leads to a moment later', () =>
  serving(async (address) => {
    const { port } = new URL(address);
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [asked.filter((each) => each === host).length === 1 ? '127.0.0.1' : '127.0.0.2'];
    };
    const within = { resolve, inside: (network: string) => network === '127.0.0.2' };
    const shop = `http://shop.example:${port}`;
    const target = `http://other.example:${port}/shop.csv`;
    const { bytes } = await download(`${shop}/to?${encodeURIComponent(target)}`, 10_000, within);
    assert.equal(bytes.length, (HEADER + shirts(0, 40)).length);
    assert.deepEqual(asked, ['shop.example', 'other.example']);
    const again = `${shop}/to?${encodeURIComponent(target)}`;
    asked.splice(asked.indexOf('shop.example'), 1);
    await assert.rejects(download(again, 10_000, within), /redirects to http:\/\/other\.example/);
  }));

test('a file that the server packs for its way is unpacked, and counted as it is unpacked', () =>
  serving(async (address) => {
    const { bytes } = await download(`${address}/packed`, 10_000);
    assert.equal(new TextDecoder().decode(bytes), HEADER + shirts(0, 40));
    await assert.rejects(download(`${address}/packed`, bytes.length - 1), /has more than/);
    await assert.rejects(download(`${address}/packed-badly`, 10_000), /it cannot be downloaded/);
  }));

test('private are the addresses of the machine and its network, also within IPv6', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ])
    assert.equal(isPrivate(address), true, address);
  for (const address of ['203.0.113.7', '8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8'])
    assert.equal(isPrivate(address), false, address);
});

test('a download has a limit of bytes, of time, and of silence; other protocols are refused', () =>
  serving(async (address) => {
    const { bytes } = await download(`${address}/shop.csv`, 10_000);
    assert.equal((await download(`${address}/shop.csv`, bytes.length)).bytes.length, bytes.length);
    await assert.rejects(download(`${address}/shop.csv`, bytes.length - 1), /has more than/);
    await assert.rejects(download(`${address}/endless`, 10_000), /has more than/);
    await assert.rejects(download(`${address}/endless`, 1e9, { seconds: 0.3 }), /more than 0.3 seconds/);
    await assert.rejects(
      download(`${address}/silent`, 1e9, { secondsSilent: 0.3 }),
      /nothing for 0.3 seconds/,
    );
    await assert.rejects(download('ftp://127.0.0.1/x', 10), BadInput);
    await assert.rejects(download('file:///etc/hostname', 10), /begins with https/);
  }));
