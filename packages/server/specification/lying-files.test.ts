import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOrganization, uploadExport } from '@decidable/contract/management';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import { ManagedShop } from '../testing/managed-shop.ts';
import { forgetPeak, ownProcesses, useOf } from '../testing/measuring/process-use.ts';

/** Of what a file costs: twice the second a megabyte that is promised, and a start. */
const secondsFor = (bytes: number) => 2 + (2 * bytes) / 1e6;
const MEGABYTES = 300;

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

test('each lying file is read or refused within its bytes, and another tenant is served beside it', async () => {
  const faults: string[] = [];
  const processes = ownProcesses();
  for (const file of lyingFiles()) {
    const used = () => (isMeasured ? processes.map(useOf) : []);
    if (isMeasured) for (const pid of processes) forgetPeak(pid);
    const before = used();
    const [answer] = await Promise.all([upload(file, shop.organizationId), neighbours()]);
    const { name, bytes, refused } = file;
    const said = answer.status === 200 ? 'it was read' : String(answer.body.error?.message);
    if (refused === undefined ? answer.status !== 200 : answer.status !== 400 || !refused.test(said))
      faults.push(`${name}: ${answer.status}, ${said}`);
    used().forEach(({ seconds, peak }, at) => {
      const took = seconds - before[at].seconds;
      const held = peak - before[at].held;
      if (took > secondsFor(bytes.length)) faults.push(`${name}: ${took.toFixed(1)} s`);
      if (held > MEGABYTES) faults.push(`${name}: ${held.toFixed(0)} MB`);
    });
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(ownProcesses(), processes);
});
