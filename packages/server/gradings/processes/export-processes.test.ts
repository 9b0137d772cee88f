import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InvalidInput, Overloaded, WorkInterrupted, WorkNotStarted } from '../../errors.ts';
import { memoryPlan } from '../../memory-plan.ts';
import { faultOf } from '../../operations/logged-fault.ts';
import type { OrganizationId } from '../../storage/ports.ts';
import { dyingWorkers, endsAtStart } from '../../testing/dying-workers/index.ts';
import { observeWork } from '../../timing/work.ts';
import { ExportProcesses, MAX_SHORT, MAX_WAITING, timeFor } from './export-processes.ts';

const [own, other] = ['org_own', 'org_other'] as OrganizationId[];
const run = { organizationId: own, cost: 1 };
const settings = { reading: {}, kinds: {} };

const file = (text = '') => ({
  name: 'shelf.csv',
  bytes: new TextEncoder().encode(`id,colour,note\n1,red,${text}\n2,,\n3,blue,\n`),
});
const look = (processes: ExportProcesses) => processes.run('look', { file: file() }, run);
const grade = (processes: ExportProcesses, text = '', options = run) =>
  processes.run('grade', { file: file(text), settings }, options);

/** Begins a grading that never ends. */
async function held(processes: ExportProcesses, organizationId = own, signal?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = grade(processes, 'hold this process', {
    organizationId,
    cost: 1,
    onAccepted: resolve,
    ...(signal && { signal }),
  } as typeof run);
  ended.catch(() => {});
  await promise;
  return { ended };
}

describe('processes that work on exports', () => {
  let processes: ExportProcesses;
  before(() => {
    processes = new ExportProcesses();
    processes.start();
  });
  after(() => processes.close());

  it('leave the bytes of a job where they are', async () => {
    const given = file();
    const facts = await processes.run('look', { file: given }, run);
    assert.deepEqual([given.bytes.byteLength > 0, facts.products], [true, 3]);
  });

  it('hand over what a grading found, and a report made of it', async () => {
    const { details, index, result } = await processes.run('grade', { file: file(), settings }, run);
    const text = await processes.run(
      'report',
      { as: 'json', kind: 'audit', names: ['a'], result, id: 'g', details: { bytes: details, index } },
      run,
    );
    assert.equal(JSON.parse(new TextDecoder().decode(text)).storage.id, 'g');
  });

  it('make a job only when it has its turn', async () => {
    assert.equal((await processes.run('look', async () => ({ file: file() }), run)).id, 'id');
    const broken = processes.run('look', () => Promise.reject(new Error('not there')), run);
    await assert.rejects(broken, /not there/);
    assert.equal((await look(processes)).products, 3);
  });

  it('say what is wrong with a file, and go on', async () => {
    const lying = { name: 'a.csv', bytes: new TextEncoder().encode('id,a\n1,"x\n') };
    await assert.rejects(processes.run('look', { file: lying }, run), (error) => {
      assert.ok(error instanceof InvalidInput);
      assert.match(error.message, /^a\.csv, line 2, column 2: A cell opens/);
      return true;
    });
    assert.equal((await look(processes)).products, 3);
  });
});

describe('more work than there are processes', () => {
  it('is refused at once beyond a number of long jobs that wait; short ones are done meanwhile', async () => {
    const shed: string[] = [];
    const processes = new ExportProcesses({ module: dyingWorkers.exports, shed: (what) => shed.push(what) });
    try {
      const jobs = await Promise.all(Array.from({ length: 1 + MAX_WAITING }, () => held(processes)));
      await assert.rejects(grade(processes), Overloaded);
      assert.deepEqual(shed, ['exports']);
      assert.equal((await look(processes)).products, 3);
      await processes.close();
      for (const { ended } of jobs) await assert.rejects(ended, WorkInterrupted);
    } finally {
      await processes.close();
    }
  });

  it('is refused at once beyond a number of short jobs that wait', async () => {
    const processes = new ExportProcesses();
    try {
      const never = new Promise<never>(() => {});
      const waiting = Array.from({ length: 2 + MAX_SHORT }, () => processes.run('look', () => never, run));
      for (const each of waiting) each.catch(() => {});
      await assert.rejects(look(processes), Overloaded);
    } finally {
      await processes.close();
    }
  });

  it('of one organization leaves a place to others, for long jobs and short ones', async () => {
    const processes = new ExportProcesses({ module: dyingWorkers.exports });
    try {
      const never = new Promise<never>(() => {});
      for (let at = 0; at < 4; at++) {
        await held(processes);
        processes.run('look', () => never, run).catch(() => {});
      }
      const { result } = await grade(processes, '', { organizationId: other, cost: 1 });
      assert.match(result, /colour/);
      assert.equal(
        (await processes.run('look', { file: file() }, { organizationId: other, cost: 1 })).products,
        3,
      );
    } finally {
      await processes.close();
    }
  });
});

describe('a process', () => {
  it('that dies costs the job that it had, and nothing else', async () => {
    const died: unknown[] = [];
    const processes = new ExportProcesses({
      module: dyingWorkers.exports,
      memory: 160,
      onDeath: (error) => died.push(error),
    });
    try {
      const ended = grade(processes, 'end this process');
      const next = grade(processes);
      await assert.rejects(ended, WorkInterrupted);
      assert.match((await next).result, /colour/);
      await assert.rejects(grade(processes, 'exhaust this process'), (error) => {
        assert.ok(error instanceof InvalidInput);
        assert.match(error.message, /needs more memory .* Split it by shelf/);
        return true;
      });
      assert.match((await grade(processes)).result, /colour/);
      assert.equal(died.length, 2);
      assert.match(String(died[1]), /heap out of memory/);
      assert.deepEqual(
        died.map((death) => Object(faultOf(death)).code),
        ['exit code 1', 'SIGABRT'],
      );
    } finally {
      await processes.close();
    }
  });

  it('is ended when nobody waits for its job any more, and another one takes the next', async () => {
    const processes = new ExportProcesses({ module: dyingWorkers.exports });
    try {
      const caller = new AbortController();
      const { ended } = await held(processes, own, caller.signal);
      await pause(50);
      caller.abort();
      await assert.rejects(ended, WorkInterrupted);
      assert.match((await grade(processes)).result, /colour/);
    } finally {
      await processes.close();
    }
  });

  it('is not taken for a job whose caller left, or that was closed, while its file was fetched', async () => {
    const processes = new ExportProcesses();
    const alive = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
    const before = alive();
    try {
      const caller = new AbortController();
      const leaves = async () => {
        caller.abort();
        return { file: file() };
      };
      await assert.rejects(processes.run('look', leaves, { ...run, signal: caller.signal }), WorkInterrupted);
      assert.equal(alive(), before);
      const closes = async () => {
        await processes.close();
        return { file: file() };
      };
      await assert.rejects(processes.run('look', closes, run), WorkInterrupted);
      assert.equal(alive(), before);
    } finally {
      await processes.close();
    }
  });

  it('that was ended for what it said is given no other job', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-processes-'));
    const script = join(folder, 'babbles.ts');
    const [serve, jobs] = ['./serve-jobs.ts', '../jobs/perform.ts'].map((path) =>
      JSON.stringify(new URL(path, import.meta.url).href),
    );
    writeFileSync(
      script,
      `import { perform } from ${jobs};
       import { serveJobs } from ${serve};
       await serveJobs(async (kind, job, watcher) => {
         if (kind === 'grade') await new Promise(() => process.stdout.write('no frame'));
         return perform(kind, job, watcher);
       });`,
    );
    const processes = new ExportProcesses({ module: pathToFileURL(script) });
    try {
      await assert.rejects(grade(processes), /message that is too long/);
      assert.equal((await look(processes)).products, 3);
    } finally {
      await processes.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('is waited for a time; what fails later is told as it is', async () => {
    const processes = new ExportProcesses({ module: dyingWorkers.exports, longestWait: 50 });
    try {
      await held(processes);
      await assert.rejects(grade(processes), Overloaded);
      const late = async () => {
        await pause(100);
        throw new Error('not there');
      };
      await assert.rejects(processes.run('look', late, run), /not there/);
    } finally {
      await processes.close();
    }
  });

  it('has a time by the bytes of its job', async () => {
    assert.equal(timeFor(10_000_000) - timeFor(0), 50_000);
    const processes = new ExportProcesses({ module: dyingWorkers.exports, timeOf: () => 100 });
    const charged: [string, boolean][] = [];
    const leave = observeWork((organization, milliseconds, isApart) => {
      assert.ok(milliseconds > 0);
      charged.push([organization, isApart]);
    });
    try {
      await assert.rejects(grade(processes, 'hold this process'), /took more than 30 s.* Split it by shelf/);
      assert.deepEqual(charged, [[own, true]], 'the work of a job that was given up is charged');
    } finally {
      leave();
      await processes.close();
    }
  });

  it('of a small container is the only one: jobs of all take turns, and one of a megabyte is done', async () => {
    const { exports, exportProcesses } = memoryPlan(256 * 1024 * 1024);
    assert.deepEqual([exports, exportProcesses], [128, 1]);
    const processes = new ExportProcesses({ memory: exports, processes: exportProcesses });
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `${n},${['red', 'blue', ''][n % 3]},${n % 7},a text of some words`,
    );
    const export_ = {
      name: 'a.csv',
      bytes: new TextEncoder().encode(`id,colour,size,note\n${rows.join('\n')}\n`),
    };
    try {
      const answers = await Promise.all([
        processes.run('grade', { file: export_, settings }, { organizationId: own, cost: 1 }),
        processes.run('grade', { file: file(), settings }, { organizationId: other, cost: 1 }),
        processes.run('look', { file: file() }, { organizationId: other, cost: 1 }),
      ]);
      assert.match(answers[0].result, /colour/);
      assert.equal(answers[2].products, 3);
    } finally {
      await processes.close();
    }
  });

  it('has no network, no keys, no place to write to, and nothing to read but its code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-processes-'));
    const key = join(folder, 'server.key');
    writeFileSync(key, 'a key');
    const own = fileURLToPath(new URL('./frames.ts', import.meta.url));
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const script = join(folder, 'tries.ts');
    const serve = new URL('./serve-jobs.ts', import.meta.url).href;
    writeFileSync(
      script,
      `import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
       import { getCompileCacheDir } from 'node:module';
       import { connect } from 'node:net';
       import { join } from 'node:path';
       import { serveJobs } from ${JSON.stringify(serve)};
       const [key, folder, own] = ${JSON.stringify([key, folder, own])};
       const acts = {
         readsCode: () => readFileSync(own, 'utf8').length > 0,
         readsKey: () => readFileSync(key),
         lists: () => readdirSync(folder),
         readsSystem: () => readFileSync('/etc/passwd'),
         readsMemory: () => readFileSync('/proc/self/environ'),
         writes: () => writeFileSync(join(folder, 'x'), ''),
         writesCompiled: () => writeFileSync(join(getCompileCacheDir() ?? folder, 'x'), ''),
         writesCode: () => writeFileSync(own, ''),
         connects: () => new Promise((resolve, reject) =>
           connect(${port}, '127.0.0.1', () => resolve('connected')).once('error', reject)),
         settings: () => Object.keys(process.env).filter((name) => /DECIDABLE|DATABASE/.test(name)),
       };
       const tried = async (act) => { try { return await act(); } catch (error) { return error.code; } };
       await serveJobs(async () => {
         const done = {};
         for (const [name, act] of Object.entries(acts)) done[name] = await tried(act);
         return done;
       });`,
    );
    process.env.DECIDABLE_SECRET_OF_A_TEST = 'x';
    const processes = new ExportProcesses({ module: pathToFileURL(script) });
    const denied = 'ERR_ACCESS_DENIED';
    try {
      assert.deepEqual(await look(processes), {
        readsCode: true,
        readsKey: denied,
        lists: denied,
        readsSystem: denied,
        readsMemory: denied,
        writes: denied,
        writesCompiled: denied,
        writesCode: denied,
        connects: denied,
        settings: [],
      });
    } finally {
      delete process.env.DECIDABLE_SECRET_OF_A_TEST;
      server.close();
      await processes.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('whose module is not there refuses each job, and works when it is there again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-processes-'));
    const died: unknown[] = [];
    const module = pathToFileURL(join(folder, 'export.mjs'));
    const processes = new ExportProcesses({ module, onDeath: (error) => died.push(error) });
    try {
      const jobs = [look(processes), look(processes), look(processes), grade(processes), grade(processes)];
      for (const each of await Promise.allSettled(jobs))
        assert.ok(each.status === 'rejected' && each.reason instanceof WorkNotStarted);
      assert.match(String(died[0]), /Cannot find module/);
      writeFileSync(module, `import ${JSON.stringify(new URL('./export.child.ts', import.meta.url).href)};`);
      assert.equal((await look(processes)).products, 3);
    } finally {
      await processes.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('that ends while it starts refuses the job that waits for it', async () => {
    const processes = new ExportProcesses({ module: endsAtStart });
    try {
      await assert.rejects(look(processes), WorkNotStarted);
      await assert.rejects(grade(processes), WorkNotStarted);
    } finally {
      await processes.close();
    }
  });
});
