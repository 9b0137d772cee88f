import { readConfig, startService } from '@decidable/server';
import { TurnMeter } from './turn-meter.ts';

/** The service as in `serve.ts`, and told over IPC to time the turns of its event loop. */
const service = await startService(readConfig(process.env));
const meter = new TurnMeter();
process.on('message', async (told: 'watch' | 'tell') => {
  if (told === 'watch') meter.watch();
  process.send?.(told === 'watch' ? 'watching' : await meter.longest());
});
console.log(new URL(service.address).port);
process.once('SIGTERM', () => {
  service.close().then(() => process.exit(0));
});
