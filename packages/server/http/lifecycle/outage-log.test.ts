import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { MAX_IDS, OutageLog } from './outage-log.ts';

interface Line {
  readonly refused: number;
  readonly routes: Readonly<Record<string, number>>;
  readonly correlationIds: readonly string[];
}

function outageLog() {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, outage: new OutageLog(log) };
}

describe('the log of an outage', () => {
  it('leaves the first refusal a line of its own, and tells of the others every ten seconds with their ids', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { lines, outage } = outageLog();
    assert.equal(outage.gathers('a', '/track'), false);
    for (const id of ['b', 'c', 'd']) assert.equal(outage.gathers(id, id === 'd' ? null : '/track'), true);
    assert.equal(lines.length, 0);
    t.mock.timers.tick(10_000);
    assert.deepEqual(
      lines.map(({ refused, routes, correlationIds }) => ({ refused, routes, correlationIds })),
      [{ refused: 3, routes: { '/track': 2, other: 1 }, correlationIds: ['b', 'c', 'd'] }],
    );
    // It goes on: the next ones are told ten seconds later. Ten seconds without any are its end.
    assert.equal(outage.gathers('e', '/track'), true);
    t.mock.timers.tick(10_000);
    assert.deepEqual(lines.at(-1)!.correlationIds, ['e']);
    t.mock.timers.tick(10_000);
    assert.equal(outage.gathers('f', '/track'), false);
  });

  it('tells of as many as a line holds at once, and of the rest when it is closed', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { lines, outage } = outageLog();
    const refuse = (count: number) => {
      for (let n = 0; n < count; n++) outage.gathers(`${n}`, '/track');
    };
    refuse(MAX_IDS);
    assert.equal(lines.length, 0);
    refuse(1);
    assert.equal(lines[0].refused, MAX_IDS);
    refuse(2);
    outage.close();
    assert.equal(lines[1].refused, 2);
  });
});
