import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { OrganizationId, SessionId } from '../../ports.ts';
import * as gradings from '../../repositories/gradings.ts';
import * as orders from '../../repositories/orders.ts';
import * as rulings from '../../repositories/rulings.ts';
import type { WriteStep, Writing } from '../../repositories/work.ts';
import { openForWriting } from '../connection/database.ts';
import { migrate } from '../connection/schema.ts';
import { ErasedOrganizations } from '../erasure/erased-organizations.ts';
import { operator } from './carrier.ts';
import { sqliteText } from './sqlite-text.ts';

const id = 'org_a' as OrganizationId;
const order = { orderId: 'o', at: 1, products: [{ id: 'p' }] };
const cell = { attribute: 0, product: 'p', current: '', value: 'v' };

/** Operations that take lists: a row that is not found by its key is looked for in a whole table, for each of the list. */
const WITH_LISTS: readonly (() => Writing<unknown>)[] = [
  () => orders.writes.put(id, [order], 1),
  () => orders.writes.change(id, { orderId: 'o', changedAt: 1, order }, 1),
  () => gradings.writes.fill(id, 'g', [cell, { ...cell, product: 'q', value: '' }], 9),
  () => rulings.writes.rule(id, ['s' as SessionId], 'excluded', 1),
  () => rulings.writes.rule(id, ['s' as SessionId], undefined, 1),
];

it('what lists name is found by its key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-plans-'));
  const database = openForWriting(folder);
  try {
    migrate(database);
    const operate = operator(database, new ErasedOrganizations(database));
    const texts: string[] = [];
    function* noted(work: Writing<unknown>): Writing<unknown> {
      let step = work.next();
      while (!step.done) {
        const asked: WriteStep = step.value;
        if (asked.kind === 'statement' && asked.text.includes('json_array_elements')) texts.push(asked.text);
        step = work.next(yield asked);
      }
      return step.value;
    }
    for (const work of WITH_LISTS) operate(noted(work()));
    assert.ok(texts.length > WITH_LISTS.length);
    for (const text of texts) {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sqliteText(text)}`).all();
      for (const { detail } of steps) {
        assert.doesNotMatch(String(detail), /^SCAN (?!json_each|sent|value)|\(organization_id=\?\)$/, text);
      }
    }
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
});
