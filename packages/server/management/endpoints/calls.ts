import { watchCalls } from '@decidable/contract/management';
import { type RecordedCall, shownCall } from '../../calls/index.ts';
import { EventQueue } from '../events/event-queue.ts';
import { manage } from '../manage.ts';

export const endpoints = [
  manage(watchCalls, async ({ organizationId, signal }, { calls }) => {
    const arrived = new EventQueue<RecordedCall>(signal);
    const leave = calls.follow(organizationId, (call) => arrived.put(call));
    return (async function* () {
      try {
        yield { calls: calls.of(organizationId).map(shownCall) };
        for await (const call of arrived) yield { calls: [shownCall(call)] };
      } finally {
        leave();
      }
    })();
  }),
];
