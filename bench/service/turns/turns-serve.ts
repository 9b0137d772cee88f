import { readConfig, startService } from '@decidable/server';
import { trainModel } from '@decidable/server/learning';
import { BuildPool } from '@decidable/server/shops';
import type { OrganizationId } from '@decidable/server/storage';
import { endAfter } from '../../../packages/server/testing/end-process.ts';
import { TurnMeter } from './turn-meter.ts';

/**
 * The service as in `serve.ts`. Messages over IPC make it time the turns of its event loop, train a model meanwhile,
 * or tell the token of the first owner.
 */
const service = await startService(readConfig(process.env));
const meter = new TurnMeter();

/** Trains as the service does after enough new sessions, on the thread that serves. */
async function train(organizationId: OrganizationId): Promise<void> {
  const builder = new BuildPool();
  meter.watch();
  await trainModel(service.storage, builder, organizationId, Date.now());
  const longest = await meter.longest();
  await builder.close();
  process.send?.(longest);
}

type Message = 'watch' | 'tell' | 'firstOwner' | { readonly train: OrganizationId };

process.on('message', async (message: Message) => {
  if (typeof message === 'object') return train(message.train);
  if (message === 'firstOwner') return process.send?.(service.firstOwner);
  if (message === 'watch') meter.watch();
  process.send?.(message === 'watch' ? 'watching' : await meter.longest());
});
console.log(new URL(service.address).port);
process.once('SIGTERM', () => endAfter(service.close()));
