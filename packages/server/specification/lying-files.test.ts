import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOrganization, uploadExport } from '@decidable/contract/management';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import { ManagedShop } from '../testing/managed-shop.ts';
import { forgetPeak, ownProcesses, useOf } from '../testing/measuring/process-use.ts';

/** How many times the processor time of as many honest bytes, of a megabyte at least: those take a tenth of a second. */
const MAX_TIMES_HONEST = 10;
/** Megabytes beyond those that a process holds before a file. */
const MAX_MEMORY = 300;

const isMeasured = process.platform === 'linux';
let shop: ManagedShop;
let neighbour: string;
before(async () => {
  shop = await ManagedShop.start();
  const made = await shop.owner.call(createOrganization, { body: { name: 'Neighbour' } });
  assert.equal(made.status, 200, made.text);
  neighbour = String(made.body.id);
  // Both processes have loaded their modules before anything is measured.
  await Promise.all([upload(honest, shop.organizationId), upload(honest, neighbour)]);
});
after(() => shop.close());

const honest: LyingFile = {
  name: 'honest.csv',
  bytes: new TextEncoder().encode('id,colour\n1,red\n2,blue\n'),
};

/** Some 2 MB of products. */
const many: LyingFile = {
  name: 'many.csv',
  bytes: new TextEncoder().encode(
    `id,title,colour,price,note\n${Array.from({ length: 24_000 }, (_, at) => `${at},Shirt ${at} of linen with long sleeves,red,${at % 97}.50,Light for warm days`).join('\n')}\n`,
  ),
};

const upload = ({ name, bytes }: LyingFile, organizationId: string) =>
  shop.owner.call(uploadExport, { params: { organizationId }, query: { name }, body: bytes });

/** What another tenant asks for meanwhile: it is answered, whatever the file does. */
async function neighbours(): Promise<void> {
  const [kept, graded] = await Promise.all([
    upload(honest, neighbour),
    shop.running.post('/catalog/audit', { csv: 'id,colour\n1,red\n2,blue\n' }),
  ]);
  assert.equal(kept.status, 200, kept.text);
  assert.equal(graded.status, 200);
}

/** Uploads a file beside a neighbour's work: the answer, who had one first, and the most that a process spent on it. */
async function measured(file: LyingFile, processes: readonly number[]) {
  const used = () => (isMeasured ? processes.map(useOf) : []);
  if (isMeasured) for (const pid of processes) forgetPeak(pid);
  const before = used();
  const answered: string[] = [];
  const [answer] = await Promise.all([
    upload(file, shop.organizationId).finally(() => answered.push('file')),
    neighbours().finally(() => answered.push('neighbour')),
  ]);
  const after = used();
  return {
    answer,
    isNeighbourFirst: answered[0] === 'neighbour',
    seconds: Math.max(0, ...after.map(({ seconds }, at) => seconds - before[at].seconds)),
    megabytes: Math.max(0, ...after.map(({ peak }, at) => peak - before[at].held)),
  };
}

test('each lying file is read or refused at a few times the time of honest bytes and within 300 MB, and another tenant is served before it', async () => {
  const faults: string[] = [];
  const processes = ownProcesses();
  const honestCost = await measured(many, processes);
  assert.equal(honestCost.answer.status, 200, honestCost.answer.text);
  for (const file of lyingFiles()) {
    const { answer, isNeighbourFirst, seconds, megabytes } = await measured(file, processes);
    const { name, bytes, refused } = file;
    const said = answer.status === 200 ? 'it was read' : String(answer.body.error?.message);
    if (refused === undefined ? answer.status !== 200 : answer.status !== 400 || !refused.test(said))
      faults.push(`${name}: ${answer.status}, ${said}`);
    const times = (seconds * many.bytes.length) / honestCost.seconds / Math.max(1e6, bytes.length);
    if (times > MAX_TIMES_HONEST) faults.push(`${name}: ${seconds} s, ${times} times honest bytes`);
    if (megabytes > MAX_MEMORY) faults.push(`${name}: ${megabytes} MB`);
    // What takes less than the honest file holds nobody up.
    if (seconds > honestCost.seconds && !isNeighbourFirst)
      faults.push(`${name}: another tenant waited for it`);
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(ownProcesses(), processes);
});
