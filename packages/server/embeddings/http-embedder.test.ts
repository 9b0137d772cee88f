import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, test } from 'node:test';
import { EmbeddingFailed } from './embedder.ts';
import { HttpEmbedder } from './http-embedder.ts';

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}
/** What the server answers to its n-th call; no answer at all for `undefined`. */
type Answer = (asked: Asked, n: number) => { readonly status?: number; readonly body: unknown } | undefined;

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

async function serverOf(answer: Answer): Promise<{ readonly url: string; readonly calls: Asked[] }> {
  const calls: Asked[] = [];
  const server = createServer(async (request, response) => {
    const asked = { headers: request.headers, body: JSON.parse(await text(request)) as Asked['body'] };
    const answered = answer(asked, calls.push(asked) - 1);
    if (answered === undefined) return;
    const { status = 200, body } = answered;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`, calls };
}

/** Vectors of a text: its length and one, answered last text first. */
const lengths: Answer = ({ body: { input } }) => ({
  body: { data: input.map((each, index) => ({ index, embedding: [each.length, 1] })).reverse() },
});

const never = new AbortController().signal;
const quick = { model: 'small', pause: 1 };

test('texts are sent in batches with the key, and vectors come back in the order of the texts', async () => {
  const { url, calls } = await serverOf(lengths);
  const called: number[] = [];
  const observer = { called: ({ texts }: { texts: number }) => void called.push(texts), breaker: () => {} };
  const embedder = new HttpEmbedder({ ...quick, url, key: 'secret', observer });
  const texts = Array.from({ length: 37 }, (_, k) => 'x'.repeat(k));
  const vectors = await embedder.embed(texts, never);
  assert.deepEqual(
    vectors.map(([length]) => length),
    [...texts.keys()],
  );
  assert.deepEqual(called, [16, 16, 5]);
  assert.deepEqual(
    calls.map(({ body: { model } }) => model),
    ['small', 'small', 'small'],
  );
  assert.equal(calls[0].headers.authorization, 'Bearer secret');
  assert.deepEqual(await embedder.embed([], never), []);
});

test('what may succeed later is tried again, what cannot is not', async () => {
  const later = await serverOf((asked, n) =>
    n < 2 ? { status: [429, 503][n], body: '' } : lengths(asked, n),
  );
  const [vector] = await new HttpEmbedder({ ...quick, url: later.url }).embed(['abc'], never);
  assert.deepEqual([...vector], [3, 1]);
  assert.equal(later.calls.length, 3);
  const refused = await serverOf(() => ({ status: 401, body: { error: 'wrong key' } }));
  const embedder = new HttpEmbedder({ ...quick, url: refused.url, key: 'secret' });
  await assert.rejects(embedder.embed(['abc'], never), {
    name: 'EmbeddingFailed',
    message: 'The embeddings answered 401.',
  });
  assert.equal(refused.calls.length, 1);
});

test('a call that is not answered in time is given up', async () => {
  const { url } = await serverOf(() => undefined);
  const embedder = new HttpEmbedder({ ...quick, url, patience: 20 });
  await assert.rejects(embedder.embed(['abc'], never), /did not answer/);
  const patient = new HttpEmbedder({ ...quick, url });
  await assert.rejects(patient.embed(['abc'], AbortSignal.timeout(20)), { name: 'TimeoutError' });
});

test('after failures in a row no call is made, until one probes whether it is answered again', async () => {
  let isUp = false;
  const { url, calls } = await serverOf((asked, n) => (isUp ? lengths(asked, n) : { status: 500, body: '' }));
  const states: string[] = [];
  const observer = { called: () => {}, breaker: (state: string) => void states.push(state) };
  const embedder = new HttpEmbedder({ ...quick, url, observer, sparedFor: 50 });
  for (let k = 0; k < 4; k++) await assert.rejects(embedder.embed(['abc'], never), EmbeddingFailed);
  const made = calls.length;
  assert.equal(made, 8);
  await assert.rejects(embedder.embed(['abc'], never), /not asked for/);
  assert.equal(calls.length, made);
  isUp = true;
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal((await embedder.embed(['abc'], never)).length, 1);
  assert.deepEqual(states, ['closed', 'open', 'half-open', 'closed']);
});

test('another answer is refused, and its text is not repeated', async () => {
  const answers: readonly unknown[] = [
    'no JSON of ours',
    null,
    { data: [] },
    { data: [{ index: 0, embedding: 'AAAA' }] },
    { data: [{ index: 1, embedding: [1] }] },
    { data: [{ index: 0, embedding: [1, null] }] },
    { data: [{ index: 0, embedding: [] }] },
    { data: [null] },
  ];
  const { url } = await serverOf((_, n) => ({ body: answers[n] }));
  const embedder = new HttpEmbedder({ ...quick, url });
  for (const _ of answers) {
    await assert.rejects(embedder.embed(['abc'], never), (error: Error) => {
      assert.match(error.message, /did not answer with \{ data/);
      assert.ok(!error.message.includes('ours'));
      return error instanceof EmbeddingFailed && !error.isTransient;
    });
  }
  const long = await serverOf(() => ({ body: ' '.repeat(5 * 1024 * 1024) }));
  await assert.rejects(new HttpEmbedder({ ...quick, url: long.url }).embed(['abc'], never), /too long/);
});

test('vectors of other dimensions from batch to batch are refused', async () => {
  const { url } = await serverOf(({ body: { input } }, n) => ({
    body: { data: input.map(() => ({ embedding: n === 0 ? [1, 2] : [1, 2, 3] })) },
  }));
  const texts = new Array<string>(20).fill('abc');
  await assert.rejects(new HttpEmbedder({ ...quick, url }).embed(texts, never), /numbers of dimensions/);
});
