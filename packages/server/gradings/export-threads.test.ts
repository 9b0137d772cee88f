import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { transferableSymbol, valueSymbol } from 'piscina';
import { Overloaded, TooLarge, WorkInterrupted, WorkNotStarted } from '../errors.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { dyingWorkers, endsAtStart } from '../testing/dying-workers/index.ts';
import work from './export.worker.ts';
import { ExportThreads, MOST_SHORT, MOST_WAITING } from './export-threads.ts';

const organizationId = 'org_own' as OrganizationId;
const run = { organizationId, cost: 1 };
const settings = { reading: {}, kinds: {} };

/** A file of its own for each job, since jobs take the bytes along. */
const file = (text = '') => ({
  name: 'shelf.csv',
  bytes: new TextEncoder().encode(`id,colour,note\n1,red,${text}\n2,,\n3,blue,\n`),
});
const look = (threads: ExportThreads) => threads.run('look', { file: file() }, run);
const grade = (threads: ExportThreads, text = '') =>
  threads.run('grade', { file: file(text), settings }, run);

describe('threads that work on exports', () => {
  let threads: ExportThreads;
  before(() => {
    threads = new ExportThreads();
  });
  after(() => threads.close());

  it('take the bytes of a job along instead of copying them, and give them back whole', async () => {
    const given = file();
    const before = [...given.bytes];
    const { bytes, facts } = await threads.run('look', { file: given }, run);
    assert.equal(given.bytes.byteLength, 0);
    assert.deepEqual([[...bytes], facts.products], [before, 3]);
  });

  it('hand over what a grading found, and a report made of it, as bytes that are moved', async () => {
    const graded = await work({ kind: 'grade', job: { file: file(), settings } });
    assert.ok(valueSymbol in graded);
    const moved = graded as unknown as Record<symbol, unknown>;
    const { answer } = moved[valueSymbol] as {
      answer: { details: Uint8Array; index: object; result: string };
    };
    assert.deepEqual(moved[transferableSymbol], [answer.details.buffer]);
    const details = { bytes: answer.details, index: answer.index } as never;
    const job = { as: 'json', kind: 'audit', names: ['a'], result: answer.result, id: 'g', details } as const;
    const report = (await work({ kind: 'report', job })) as unknown as Record<symbol, unknown>;
    const { answer: text } = report[valueSymbol] as { answer: Uint8Array };
    assert.deepEqual(report[transferableSymbol], [text.buffer]);
    assert.equal(JSON.parse(new TextDecoder().decode(text)).storage.id, 'g');
  });

  it('make a job only when it has its turn', async () => {
    const { facts } = await threads.run('look', async () => ({ file: file() }), run);
    assert.equal(facts.id, 'id');
    const broken = threads.run('look', () => Promise.reject(new Error('not there')), run);
    await assert.rejects(broken, /not there/);
    assert.equal((await look(threads)).facts.products, 3);
  });
});

describe('more work than threads are given', () => {
  it('is refused at once beyond a number of long jobs that wait; short ones are done meanwhile', async () => {
    const shed: string[] = [];
    const threads = new ExportThreads({ worker: dyingWorkers.exports, shed: (what) => shed.push(what) });
    try {
      const held: Promise<unknown>[] = [];
      const accepted = Array.from({ length: 1 + MOST_WAITING }, () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const job = { file: file('hold this thread'), settings };
        held.push(threads.run('grade', job, { ...run, onAccepted: resolve }));
        return promise;
      });
      const settled = Promise.allSettled(held);
      await Promise.all(accepted);
      await assert.rejects(grade(threads), Overloaded);
      assert.deepEqual(shed, ['exports']);
      assert.equal((await look(threads)).facts.products, 3);
      await threads.close();
      for (const each of await settled)
        assert.ok(each.status === 'rejected' && each.reason instanceof WorkInterrupted);
    } finally {
      await threads.close();
    }
  });

  it('is refused at once beyond a number of short jobs that wait for a thread', async () => {
    const threads = new ExportThreads();
    try {
      const never = new Promise<never>(() => {});
      const waiting = Array.from({ length: 2 + MOST_SHORT }, () => threads.run('look', () => never, run));
      for (const each of waiting) each.catch(() => {});
      await assert.rejects(look(threads), Overloaded);
    } finally {
      await threads.close();
    }
  });
});

describe('a thread', () => {
  it('that ends costs the job that it had, and nothing else', async () => {
    const died: unknown[] = [];
    const threads = new ExportThreads({
      worker: dyingWorkers.exports,
      memory: 64,
      onThreadError: (error) => died.push(error),
    });
    try {
      const ended = grade(threads, 'end this thread');
      const next = grade(threads);
      await assert.rejects(ended, WorkInterrupted);
      assert.match((await next).result, /colour/);
      await assert.rejects(grade(threads, 'exhaust this thread'), TooLarge);
      assert.match((await grade(threads)).result, /colour/);
      assert.equal(died.length, 2);
    } finally {
      await threads.close();
    }
  });

  it('whose module is not there refuses each job, and works when it is there again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-threads-'));
    const died: unknown[] = [];
    const worker = pathToFileURL(join(folder, 'export.mjs'));
    const threads = new ExportThreads({ worker, onThreadError: (error) => died.push(error) });
    try {
      const jobs = [look(threads), look(threads), look(threads), grade(threads), grade(threads)];
      for (const each of await Promise.allSettled(jobs))
        assert.ok(each.status === 'rejected' && each.reason instanceof WorkNotStarted);
      assert.match(String(died[0]), /Cannot find module/);
      const own = new URL('./export.worker.ts', import.meta.url);
      writeFileSync(worker, `export { default } from ${JSON.stringify(own.href)};`);
      assert.equal((await look(threads)).facts.products, 3);
    } finally {
      await threads.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('that ends while it starts refuses the job that waits for it', async () => {
    const threads = new ExportThreads({ worker: endsAtStart });
    try {
      await assert.rejects(look(threads), WorkNotStarted);
      await assert.rejects(grade(threads), WorkNotStarted);
    } finally {
      await threads.close();
    }
  });
});
