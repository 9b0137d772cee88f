import { writeSync } from 'node:fs';
import type { OrganizationId, SessionId } from '../ports.ts';
import { openSqliteStorage } from './storage.ts';

/**
 * A process that writes as fast as it is answered, for tests that end it or take its disk away.
 * `node write-load.child.ts FOLDER PREFIX WRITERS [COMMITS]` prints a line for each commit: `sent N` before it is
 * asked for, `kept N` after it was acknowledged, `lost N` where the store was unavailable.
 */
const [folder, prefix, writers, commits = 'Infinity'] = process.argv.slice(2);
const organizationId = 'org_load' as OrganizationId;
const at = Date.UTC(2025, 2, 14);

/** Writes past Node's own buffers, so that the line is out even if the process ends now. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      // The pipe is full until the parent reads from it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

const storage = await openSqliteStorage({
  folder: folder!,
  role: 'serve',
  // Compacted all the time, so that the end may come in the middle of a compaction.
  writer: { patience: 100, compaction: { afterRows: 60, stepRows: 5 } },
});
say('ready');

let next = 0;
/** Writes to a session of its own, so that its log holds the acknowledged signals and nothing else. */
async function write(_: unknown, writer: number): Promise<void> {
  const sessionId = `session-${prefix}-${writer}` as SessionId;
  let sequence = 0;
  while (next < Number(commits)) {
    const id = `${prefix}-${next++}`;
    say(`sent ${id}`);
    try {
      const outcomes = await storage.commit({
        organizationId,
        at,
        metered: '/track',
        writes: [
          { kind: 'event', event: { eventId: id, sessionId, name: 'checkout_started', at } },
          { kind: 'exposures', exposures: [{ sessionId, decisionId: 'dec', itemId: id, at }] },
          {
            kind: 'signals',
            sessionId,
            after: sequence,
            openedAt: at,
            signals: [{ type: 'category_view', value: id, at }],
          },
        ],
      });
      const signals = outcomes[2];
      if (signals?.kind !== 'signals' || signals.status !== 'applied')
        throw new Error(JSON.stringify(outcomes));
      sequence = signals.sequence;
      say(`kept ${id}`);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw error;
      say(`lost ${id}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
await Promise.all(Array.from({ length: Number(writers) }, write));
await storage.close();
