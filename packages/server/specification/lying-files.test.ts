import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOrganization, uploadExport } from '@decidable/contract/management';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import { ManagedShop } from '../testing/managed-shop.ts';
import { forgetPeak, ownProcesses, useOf } from '../testing/measuring/process-use.ts';

/** How often what honest bytes cost, of which a small file is granted those of the honest export. */
const MAX_TIMES_HONEST = 24;

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

/** Uploads a file beside a neighbour's work: the answer, and the most that a process spent on it. */
async function measured(file: LyingFile, processes: readonly number[]) {
  const used = () => (isMeasured ? processes.map(useOf) : []);
  if (isMeasured) for (const pid of processes) forgetPeak(pid);
  const before = used();
  const [answer] = await Promise.all([upload(file, shop.organizationId), neighbours()]);
  const after = used();
  return {
    answer,
    seconds: Math.max(0, ...after.map(({ seconds }, at) => seconds - before[at].seconds)),
    megabytes: Math.max(0, ...after.map(({ peak }, at) => peak - before[at].held)),
  };
}

test('each lying file is read or refused at a few times the cost of honest bytes, and another tenant is served beside it', async () => {
  const faults: string[] = [];
  const processes = ownProcesses();
  const costs = await measured(many, processes);
  assert.equal(costs.answer.status, 200, costs.answer.text);
  for (const file of lyingFiles()) {
    const { answer, ...used } = await measured(file, processes);
    const { name, bytes, refused } = file;
    const said = answer.status === 200 ? 'it was read' : String(answer.body.error?.message);
    if (refused === undefined ? answer.status !== 200 : answer.status !== 400 || !refused.test(said))
      faults.push(`${name}: ${answer.status}, ${said}`);
    for (const unit of ['seconds', 'megabytes'] as const) {
      const limit = MAX_TIMES_HONEST * costs[unit] * Math.max(1, bytes.length / many.bytes.length);
      if (used[unit] > limit) faults.push(`${name}: ${used[unit]} ${unit} of ${limit}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(ownProcesses(), processes);
});
